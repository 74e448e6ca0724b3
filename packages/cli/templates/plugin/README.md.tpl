# {{name}}

{{description}}

A plugin for typed-evidence-chain (`@typed-evidence-chain/core`).

    npm install
    npm test

Then name it in the configuration of a repository, by name or by path:

    # tec.config.yaml
    plugins: ["{{name}}"]

- `src/rule.ts`: which tasks are of this type
- `src/evidence.ts`: what a change of this type has to hand in
- `src/build.ts`: what a model or an agent is told
- `src/review.ts`: what is executed; `src/checks/`: what is decided
- `test/plugin.test.ts`: what it accepts and rejects, on real repositories
