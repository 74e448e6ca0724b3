import { spawnSync } from 'node:child_process';

const PROBES = { pytest: ['python3', ['-c', 'import pytest']] };

/** The first of the tools a case needs that this machine lacks. */
export function missingTool(needs = []) {
  return needs.find((tool) => {
    const [command, args] = PROBES[tool];
    return spawnSync(command, args, { stdio: 'ignore' }).status !== 0;
  });
}
