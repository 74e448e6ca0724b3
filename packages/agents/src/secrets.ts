const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
const SHORTEST = 8;

export type Redact = (text: string) => string;

/** Takes the values of secret-looking environment variables out of a text: errors of services quote keys. */
export function redactor(env: NodeJS.ProcessEnv = process.env): Redact {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    SECRET_NAME.test(name) && value !== undefined && value.length >= SHORTEST ? [value] : [],
  );
  return (text) =>
    secrets
      .reduce((left, secret) => left.split(secret).join('[redacted]'), text)
      .replace(/\bsk-[\w-]{16,}/g, '[redacted]');
}
