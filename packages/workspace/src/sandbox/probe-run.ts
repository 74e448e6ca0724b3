import { readlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '@typed-evidence-chain/core';
import { createScratchFolder, removeScratchFolder } from '../scratch/scratch-folder.js';
import { tinyTree } from './tiny-tree.js';

/** Each line is a promise of the port; what is printed is what does not hold. */
const SCRIPT = `
for place in / /usr /etc /bin /lib "$(dirname "$(command -v sh)")"; do
  if (: >"$place/.tec-probe") 2>/dev/null; then echo "can write to $place"; rm -f "$place/.tec-probe"; fi
done
test ! -e "$HOST_SECRET" || echo "sees files of the host"
test ! -r "$HOST_HOME/.ssh" && test ! -r "$HOST_HOME/.npmrc" || echo "sees the home folder"
test "$(readlink /proc/self/ns/net)" != "$HOST_NET" || echo "has the network of the host"
test "$(readlink /proc/self/ns/pid)" != "$HOST_PID" || echo "has the processes of the host"
test "$(readlink /proc/self/ns/mnt)" != "$HOST_MNT" || echo "has the mounts of the host"
grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || echo "has capabilities"
test -z "$(ls -A "$HOME")" || echo "HOME is not empty"
(echo x >written) || echo "cannot write in the tree"
echo probed
`;

/** Runs a command that tries to break out. Resolves to what does not hold; rejects when the run itself fails. */
export async function findLeaks(sandbox: Sandbox): Promise<readonly string[]> {
  const folder = createScratchFolder(tmpdir(), 'probe');
  try {
    const secret = join(folder, 'secret');
    await writeFile(secret, 'secret');
    const tree = await tinyTree(join(folder, 'tree'));
    const namespace = (name: string) => readlink(`/proc/self/ns/${name}`);
    const [net, pid, mnt] = await Promise.all([namespace('net'), namespace('pid'), namespace('mnt')]);
    const { outcome, stdout, stderr } = await sandbox.run({
      tree,
      dependencies: [],
      command: () => ['sh', '-c', SCRIPT],
      env: () => ({ HOST_SECRET: secret, HOST_HOME: homedir(), HOST_NET: net, HOST_PID: pid, HOST_MNT: mnt }),
      limits: { timeoutMs: 20_000, memoryMb: 256, pids: 64, outputMb: 1 },
    });
    const lines = stdout.toString('utf8').split('\n').filter(Boolean);
    if (lines.at(-1) !== 'probed') {
      return [`the probe did not come to its end (${outcome.kind}): ${stderr.toString('utf8').trim().slice(0, 500)}`];
    }
    return lines.slice(0, -1);
  } finally {
    await removeScratchFolder(folder);
  }
}
