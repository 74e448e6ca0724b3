import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hooksFolder } from './hooks-folder.js';

/** Programs on PATH that lose their hooks when a script sets NODE_OPTIONS or PYTHONPATH itself. */
const SHIMS = {
  node: `case " $NODE_OPTIONS " in *"$here/boot.cjs"*) ;; *) NODE_OPTIONS="--require $here/boot.cjs $NODE_OPTIONS" ;; esac
own=0
for argument in "$@"; do
  case "$argument" in
    --test-reporter|--test-reporter=*) own=1 ;;
    -*) ;;
    *) break ;;
  esac
done
if [ $own = 1 ]; then
  # Two reporters need two destinations; the command's own one stays, and ours is given to the children only.
  kept=
  for word in $NODE_OPTIONS; do
    case "$word" in --test-reporter=*|--test-reporter-destination=stdout) ;; *) kept="$kept $word" ;; esac
  done
  NODE_OPTIONS=$kept
else
  case "$NODE_OPTIONS" in *--test-reporter=*) ;; *) NODE_OPTIONS="$NODE_OPTIONS $(cat "$here/reporter-options")" ;; esac
fi
export NODE_OPTIONS`,
  python: `case ":$PYTHONPATH:" in *":$here/python:"*) ;; *) PYTHONPATH="$here/python\${PYTHONPATH:+:$PYTHONPATH}"; export PYTHONPATH ;; esac
case ",$PYTEST_PLUGINS," in *,tec_pytest,*) ;; *) PYTEST_PLUGINS="tec_pytest\${PYTEST_PLUGINS:+,$PYTEST_PLUGINS}"; export PYTEST_PLUGINS ;; esac`,
};

const shim = (name: string, body: string): string => `#!/bin/sh
here=\${0%/bin/*}
${body}
rest=$PATH:
while [ -n "$rest" ]; do
  dir=\${rest%%:*}
  rest=\${rest#*:}
  if [ "$dir" != "$here/bin" ] && [ -x "$dir/${name}" ]; then exec "$dir/${name}" "$@"; fi
done
echo "${name}: not found" >&2
exit 127
`;

/** Loaded by pytest; `sitecustomize` is loaded by every Python process, and is there only where lines are recorded. */
const PYTHON = ['tec_channel.py', 'tec_lines.py', 'tec_pytest.py'];
const PLAIN_PYTHON = 'sitecustomize.py';

/** Writes what does not depend on where the run sees the folder. */
export async function prepareChannelFolder(folder: string, recordsLines: boolean): Promise<void> {
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'python'));
  await Promise.all([
    writeFile(join(folder, 'bin/node'), shim('node', SHIMS.node), { mode: 0o755 }),
    ...['python', 'python3', 'pytest', 'py.test'].map((name) =>
      writeFile(join(folder, 'bin', name), shim(name, SHIMS.python), { mode: 0o755 }),
    ),
    ...[...PYTHON, ...(recordsLines ? [PLAIN_PYTHON] : [])].map((name) =>
      copyFile(join(hooksFolder, name), join(folder, 'python', name)),
    ),
  ]);
}
