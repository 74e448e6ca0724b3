import { ConfigError, SandboxError, type Sandbox, type SandboxGuarantees } from '@typed-evidence-chain/core';
import { BubblewrapSandbox } from './bubblewrap-sandbox.js';
import { DirectSandbox } from './direct-sandbox.js';
import { findLeaks } from './probe-run.js';
import type { SandboxOptions } from './sandbox-options.js';
import { UnshareSandbox } from './unshare-sandbox.js';

/** The values of `sandbox.driver` in a configuration. */
export type SandboxDriver = 'auto' | 'bubblewrap' | 'unshare' | 'container' | 'none';

export interface SelectSandboxOptions extends SandboxOptions {
  readonly driver: SandboxDriver;
}

/** What `tec doctor` tells about one driver. */
export interface SandboxProbe {
  readonly driver: 'bubblewrap' | 'unshare' | 'none';
  readonly works: boolean;
  /** Why not; empty where it works. */
  readonly reason: string;
  readonly guarantees: SandboxGuarantees | undefined;
}

type Isolating = 'bubblewrap' | 'unshare';
const ISOLATING: readonly Isolating[] = ['bubblewrap', 'unshare'];
const REMEDY =
  'Install bubblewrap, or allow user namespaces (kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0). ' +
  'To run without isolation, in a machine that may be lost, set sandbox.driver to none';

const openers: Readonly<Record<Isolating, (options: SandboxOptions) => Promise<Sandbox>>> = {
  bubblewrap: (options) => BubblewrapSandbox.open(options),
  unshare: (options) => UnshareSandbox.open(options),
};

type Proof = { readonly sandbox: Sandbox } | { readonly reason: string };
const proofs = new Map<string, Promise<Proof>>();

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status =
    error instanceof SandboxError ? (error.details as { status?: unknown } | undefined)?.status : undefined;
  return typeof status === 'string' && status !== '' ? `${error.message}: ${status}` : error.message;
}

async function prove(driver: Isolating, options: SandboxOptions): Promise<Proof> {
  try {
    const sandbox = await openers[driver](options);
    const leaks = await findLeaks(sandbox);
    return leaks.length === 0 ? { sandbox } : { reason: leaks.join('; ') };
  } catch (error) {
    // A driver that does not work here is an answer; the caller decides what it means.
    return { reason: explain(error) };
  }
}

/** Opens a driver and has a run try to break out of it; once for the same options in one process. */
function proveOnce(driver: Isolating, options: SandboxOptions): Promise<Proof> {
  const { scratch, hide, copyTrees, hostEnv = process.env } = options;
  const key = JSON.stringify([driver, scratch, hide, copyTrees, hostEnv.PATH, hostEnv.HOME]);
  const known = proofs.get(key) ?? prove(driver, options);
  proofs.set(key, known);
  return known;
}

/**
 * The sandbox for a review. `auto`: the first of bubblewrap and unshare that a trial run proves to hold; never `none`.
 * Throws `SandboxError` `sandbox/none-works` with the reasons, `ConfigError` for a driver that there is no adapter for.
 */
export async function selectSandbox({ driver, ...options }: SelectSandboxOptions): Promise<Sandbox> {
  if (driver === 'none') return new DirectSandbox(options);
  if (driver !== 'auto' && !ISOLATING.some((name) => name === driver)) {
    throw new ConfigError('config/invalid', `sandbox.driver: ${driver} is not supported`, {
      field: 'sandbox.driver',
      remedy: 'Use auto, bubblewrap, unshare or none',
    });
  }
  const reasons: string[] = [];
  for (const name of driver === 'auto' ? ISOLATING : [driver as Isolating]) {
    const proof = await proveOnce(name, options);
    if ('sandbox' in proof) return proof.sandbox;
    reasons.push(`${name}: ${proof.reason}`);
  }
  throw new SandboxError('sandbox/none-works', `No sandbox works here (${reasons.join('; ')})`, { remedy: REMEDY });
}

/** What works on this machine, and why the rest does not. Rejects never. */
export async function probeSandboxes(options: SandboxOptions = {}): Promise<readonly SandboxProbe[]> {
  const probes = ISOLATING.map(async (driver): Promise<SandboxProbe> => {
    const proof = await proveOnce(driver, options);
    return 'sandbox' in proof
      ? { driver, works: true, reason: '', guarantees: proof.sandbox.guarantees }
      : { driver, works: false, reason: proof.reason, guarantees: undefined };
  });
  const { guarantees } = new DirectSandbox(options);
  return [...(await Promise.all(probes)), { driver: 'none', works: true, reason: '', guarantees }];
}
