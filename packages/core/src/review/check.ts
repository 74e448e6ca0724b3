/** See CONTRACT: `N/A` there is no such thing here; `NOT_RUN` there is, and it was not executed. */
export type CheckStatus = 'PASS' | 'FAIL' | 'N/A' | 'NOT_RUN' | 'PRE_EXISTING';

/** One thing that the reviewer looked at, and what came out. */
export interface Check {
  /** `group/what-holds-when-it-passes`, such as `bug/fails-on-base`. */
  readonly id: string;
  readonly status: CheckStatus;
  readonly blocking: boolean;
  /** One sentence for people. */
  readonly summary: string;
  /** The command that was executed, where one was. */
  readonly command?: string;
  /** Where the command or the claim came from: `submission`, `package.json scripts.test`, … */
  readonly source?: string;
  readonly durationMs?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type CheckExtras = Partial<Omit<Check, 'id' | 'status' | 'summary'>>;

const check =
  (status: CheckStatus) =>
  (id: string, summary: string, extras: CheckExtras = {}): Check => ({
    id,
    status,
    blocking: true,
    summary,
    ...extras,
  });

export const pass = check('PASS');
export const fail = check('FAIL');
export const notRun = check('NOT_RUN');
export const notApplicable = check('N/A');
export const preExisting = check('PRE_EXISTING');
