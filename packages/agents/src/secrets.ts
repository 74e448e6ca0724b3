const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
const SHORTEST = 8;
/** Shorter values of a file are as likely words of a program. */
const SHORTEST_IN_FILES = 16;

export type Redact = (text: string) => string;

const secretsOf = (env: NodeJS.ProcessEnv, shortest: number): readonly (readonly [string, string])[] =>
  Object.entries(env).flatMap(([name, value]) =>
    SECRET_NAME.test(name) && value !== undefined && value.length >= shortest ? [[name, value] as const] : [],
  );

/** Takes the values of secret-looking environment variables out of a text: errors of services quote keys. */
export function redactor(env: NodeJS.ProcessEnv = process.env): Redact {
  const secrets = secretsOf(env, SHORTEST).map(([, value]) => value);
  return (text) =>
    secrets
      .reduce((left, secret) => left.split(secret).join('[redacted]'), text)
      .replace(/\bsk-[\w-]{16,}/g, '[redacted]');
}

/** The same for every text of a value that is plain data. */
export const redactAll = <T>(value: T, redact: Redact): T =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) => (typeof part === 'string' ? redact(part) : part)) as T;

/** The name of the secret-looking variable whose value stands in an added line of a patch. */
export function secretIn(patch: Buffer, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const secrets = secretsOf(env, SHORTEST_IN_FILES).filter(([, value]) => patch.includes(value));
  if (secrets.length === 0) return undefined;
  const added = patch
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('+'));
  return secrets.find(([, value]) => added.some((line) => line.includes(value)))?.[0];
}
