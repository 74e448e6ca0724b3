{
  "name": "{{name}}",
  "version": "0.1.0",
  "description": "{{description}}",
  "license": "Apache-2.0",
  "type": "module",
  "engines": { "node": ">=20.19" },
  "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } },
  "files": ["dist", "src"],
  "scripts": {
    "prepare": "tsc -p .",
    "build": "tsc -p .",
    "lint": "oxlint --deny-warnings src test",
    "test": "tsc -p . && tsc -p test && mocha --timeout 300000 \"dist-test/**/*.test.js\""
  },
  "peerDependencies": { "@typed-evidence-chain/core": "^{{version}}", "zod": "{{zod}}" },
  "devDependencies": {
    "@typed-evidence-chain/chain": "^{{version}}",
    "@typed-evidence-chain/core": "^{{version}}",
    "@types/mocha": "10.0.10",
    "@types/node": "20.19.43",
    "mocha": "12.0.3",
    "oxlint": "1.94.0",
    "typescript": "7.0.2",
    "zod": "{{zod}}"
  }
}
