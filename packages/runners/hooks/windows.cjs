'use strict';
// Which executions belong to the tests that a run is asked about: all but those of other tests. What runs while no test
// does (loading the files above all) belongs to them.

const path = require('node:path');

/** For processes in which nobody asks. */
exports.NO_WINDOWS = { begin: () => {}, end: () => {}, isGroup: () => true };

/**
 * `turn(belongs)` is called before it changes whose executions come next, with whose they were. A test is told by an
 * identity of any kind, its file and its titles from the outermost group on; `mayHold`: tests may be inside of it.
 */
exports.openWindows = function openWindows(run, turn) {
  const targets = run.coverageOf ?? [];
  if (targets.length === 0) return { ...exports.NO_WINDOWS, isNow: () => true };
  const running = [];
  let isNow = true;
  const settle = () => {
    // What holds one of the tests counts as long as no other test runs inside of it.
    const next = running.some(({ is }) => is === 'asked') || !running.some(({ is }) => is === 'other');
    if (next === isNow) return;
    turn(isNow);
    isNow = next;
  };
  const isOf = (target, file) => file === undefined || path.relative(run.root, file) === target.file;
  const kindOf = (file, titles, mayHold) => {
    const names = titles.map(String);
    const title = names.join(' ');
    const here = targets.filter((target) => isOf(target, file));
    // The test itself, or one inside of it.
    const isAsked = names.some((_, index) => here.some((one) => one.title === names.slice(0, index + 1).join(' ')));
    if (isAsked) return 'asked';
    return mayHold && here.some((one) => one.title.startsWith(title + ' ')) ? 'holder' : 'other';
  };
  const end = (id) => {
    const at = running.findIndex((one) => one.id === id);
    if (at === -1) return;
    running.splice(at, 1);
    settle();
  };
  return {
    begin: (id, file, titles, mayHold = false) => {
      if (running.some((one) => one.id === id)) return;
      running.push({ id, is: kindOf(file, titles, mayHold) });
      settle();
    },
    end,
    /** Whether a group holds one of the tests. */
    isGroup: (titles) => titles.length === 0 || targets.some(({ title }) => title.startsWith(titles.join(' ') + ' ')),
    isNow: () => isNow,
  };
};
