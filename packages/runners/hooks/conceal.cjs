'use strict';
// Takes the reviewer's additions out of the environment again, so that code under test sees what it would see without.

/** `keepCoverage` leaves a preload that records coverage in the processes that tests start. */
exports.conceal = function conceal(channel, hooks, keepCoverage) {
  const env = process.env;
  const words = (env.NODE_OPTIONS ?? '').split(' ');
  const kept = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === '--require' && words[i + 1] === channel + '/boot.cjs') i++;
    else if (
      word === '' ||
      word.startsWith('--test-reporter=' + hooks + '/') ||
      word === '--test-reporter-destination=stdout'
    )
      continue;
    else kept.push(word);
  }
  if (keepCoverage) kept.unshift('--require', channel + '/child.cjs');
  if (kept.length === 0) delete env.NODE_OPTIONS;
  else env.NODE_OPTIONS = kept.join(' ');
  const strip = (name, separator, ours) => {
    const value = env[name];
    if (value === undefined) return;
    const rest = value.split(separator).filter((part) => part !== ours);
    if (rest.length === 0) delete env[name];
    else env[name] = rest.join(separator);
  };
  strip('PATH', ':', channel + '/bin');
  strip('PYTHONPATH', ':', channel + '/python');
  strip('PYTEST_PLUGINS', ',', 'tec_pytest');
};
