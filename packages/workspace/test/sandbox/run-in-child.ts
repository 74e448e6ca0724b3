// Started by tests in a process of its own: runs one command in a sandbox, tells how it ended, and goes.
import { selectSandbox, type SandboxDriver } from '@typed-evidence-chain/workspace';
import { LIMITS, writeTree } from './support.js';

const [driver, treeFolder, out, command] = process.argv.slice(2) as [SandboxDriver, string, string, string];
const tree = writeTree(treeFolder, {});
const sandbox = await selectSandbox({ driver });
const { outcome, stdout, stderr } = await sandbox.run({
  tree,
  dependencies: [],
  out,
  command: () => ['sh', '-c', command],
  limits: LIMITS,
});
process.stdout.write(
  JSON.stringify({ outcome, guarantees: sandbox.guarantees, out: stdout.toString(), err: stderr.toString() }),
);
