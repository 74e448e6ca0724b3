import type { Chain, Check } from '@typed-evidence-chain/core';
import { MARKS, plain, seconds } from './marks.js';

export interface Progress {
  readonly stop: () => Promise<void>;
}

interface ProgressOptions {
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Progress on stderr: a live task list on a terminal, plain lines elsewhere. */
export function showProgress(chain: Pick<Chain<readonly unknown[]>, 'on'>, { quiet }: ProgressOptions): Progress {
  if (quiet) return { stop: async () => undefined };
  return process.stderr.isTTY ? liveProgress(chain) : plainProgress(chain);
}

const line = (text: string): void => void process.stderr.write(`${plain(text)}\n`);

const summary = (check: Check): string =>
  `${MARKS[check.status]} ${check.id}  ${check.status}  ${check.summary.slice(0, 120)}  ${seconds(check.durationMs)}`;

function plainProgress(chain: Pick<Chain<readonly unknown[]>, 'on'>): Progress {
  const unsubscribe = [
    chain.on('task.classified', ({ classification }) =>
      line(`routed as ${classification.type ?? 'undecided'} (${classification.confidence})`),
    ),
    chain.on('build.progress', ({ message }) => line(`  ${message}`)),
    chain.on('check.finished', ({ check }) => line(summary(check))),
    chain.on('verdict.reached', ({ verdict }) => line(verdict)),
  ];
  return {
    stop: async () => {
      for (const off of unsubscribe) off();
    },
  };
}

function liveProgress(chain: Pick<Chain<readonly unknown[]>, 'on'>): Progress {
  const waiting = new Map<string, (check: Check) => void>();
  let finish = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // The list grows as checks start; one manager draws them all.
  const manager = import('listr2').then(({ Listr }) => {
    const list = new Listr<unknown>([], { concurrent: true, exitOnError: false, fallbackRendererCondition: false });
    list.add({ title: 'review', task: () => over });
    return { list, running: list.run() };
  });
  const unsubscribe = [
    chain.on('check.started', async ({ id }) => {
      const done = new Promise<Check>((resolve) => waiting.set(id, resolve));
      const { list } = await manager;
      list.add({
        title: id,
        task: async (_context, task) => {
          const check = await done;
          task.title = plain(summary(check));
          if (check.blocking && (check.status === 'FAIL' || check.status === 'NOT_RUN')) throw new Error(check.status);
        },
      });
    }),
    chain.on('check.finished', ({ check }) => waiting.get(check.id)?.(check)),
  ];
  return {
    stop: async () => {
      for (const off of unsubscribe) off();
      finish();
      const { running } = await manager;
      await running;
    },
  };
}
