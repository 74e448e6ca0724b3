import { fail, notRun, pass, type Check } from '@typed-evidence-chain/core';

const ID = 'security/controls-pass';

export interface Control {
  readonly label: string;
  readonly base: string;
  readonly head: string;
}

export interface Controls {
  /** `named` by the evidence, or `found`: other tests beside the exploit, then the repository's own suite. */
  readonly origin: 'named' | 'found';
  readonly controls: readonly Control[];
  /** Whether one of them runs code of the changed files; undefined where that cannot be recorded. */
  readonly reach: boolean | undefined;
}

/** Pure. Honest uses pass on both sides: a change that refuses everything blocks every exploit, too. */
export function controlsPass({ origin, controls, reach }: Controls): Check {
  const details = { origin, controls: controls.slice(0, 100), reach };
  if (origin === 'found' && controls.length === 0) {
    return notRun(ID, 'no honest use of the changed code is named, and no test of the repository stands for one', {
      details,
    });
  }
  const broken = controls.filter(({ base, head }) => base !== 'passed' || head !== 'passed');
  if (broken.length > 0) {
    return fail(
      ID,
      broken
        .slice(0, 3)
        .map(({ label, base, head }) => `${label} is ${base} on the base and ${head} on the head`)
        .join('; '),
      { details },
    );
  }
  if (reach === false)
    return fail(ID, 'the controls run no code of the changed files, so they show nothing of honest use', { details });
  return pass(
    ID,
    `${controls.length} ${controls.length === 1 ? 'control passes' : 'controls pass'} on both sides${origin === 'found' ? ' (none was named: the other tests stand for them)' : ''}`,
    { details },
  );
}
