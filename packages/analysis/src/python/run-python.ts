import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const helper = fileURLToPath(new URL('../../assets/python/read_source.py', import.meta.url));
const timeoutMs = 60_000;
const maxAnswerBytes = 64 * 1024 * 1024;

/** Only what finding the interpreter takes: variables of the caller's project are none of its business. */
const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'SYSTEMROOT', 'PYENV_ROOT', 'PYENV_VERSION'];

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * Runs Python isolated (`-I -S`: no site packages, no modules of the current folder) with the text on its standard input.
 * Undefined where there is no `python3`, where it fails, or where it takes longer than 60 s.
 */
export function runPython(args: readonly string[], input: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn('python3', ['-I', '-S', ...args], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: environment(),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxAnswerBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined));
    // A process that ends early does not read its input: its exit status says so, the broken pipe adds nothing.
    child.stdin.on('error', () => child.stdin.destroy());
    child.stdin.end(input);
  });
}

export interface PythonRequest {
  readonly operation: string;
  readonly source: string;
  readonly [argument: string]: unknown;
}

/** Undefined where the source can't be read; null is an answer, too. */
export async function askPython(request: PythonRequest): Promise<unknown> {
  const output = await runPython([helper], JSON.stringify(request));
  if (output === undefined) return undefined;
  const reply = JSON.parse(output) as { answer?: unknown };
  return 'answer' in reply ? reply.answer : undefined;
}
