// Training of the profiles, shared by train.mjs and evaluate.mjs. Plain Node; no random choice anywhere.
import { readFileSync } from 'node:fs';
import { applyRule } from '../../packages/core/dist/route/apply-rule.js';
import { extractFeatures, featureValue } from '../../packages/core/dist/route/features.js';
import { trainSoftmax } from '../../packages/core/dist/route/learn/softmax.js';
import { scopeRule } from '../../packages/core/dist/route/scope-rule.js';
import { readTaskText } from '../../packages/core/dist/route/task-text.js';
import { encodeProfile } from '../../packages/core/dist/route/type-profile.js';

export const OUTSIDE = 'ABSTAIN';

export const settings = {
  /** A feature must occur in this many sources and rows: what few projects say is a habit of theirs. */
  minSources: 5,
  minRows: 6,
  penalty: 8,
  rounds: 60,
  /** Features kept for each type; the rest would not fit the size limit. */
  featuresPerType: 15_000,
  /** Rows outside the given data set count less, so that each type's total stays near that of the data set. */
  outsideWeight: 2,
  rareTypeWeight: 1.5,
  /**
   * In the data hardly an issue is a REFACTOR, which is how it was collected and not how the world is. This prior for issue
   * rows takes that fact up, so that the wording of issues does not have to (log-odds; not used when classifying).
   */
  issuePrior: { REFACTOR: -3 },
};

export const readRows = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

/** Reads every row once: its text, its features and what each rule says. */
export function prepare(rows, rules) {
  return rows.map((row) => {
    const text = readTaskText(row.title, row.body ?? '');
    const vector = extractFeatures(text.title, text.prose);
    const ruled = [...rules, { type: OUTSIDE, rule: scopeRule }].map(
      ({ type, rule }) => applyRule(type, { ...rule, profile: undefined }, text).total,
    );
    return { row, hashes: vector.hashes, values: Float32Array.from(vector.kinds, featureValue), ruled };
  });
}

/** `base`: rows of the labelled data set; `added`: rows from other public histories. Returns a profile for each class. */
export function trainProfiles(base, added, rules, options = settings) {
  const classes = [...rules.map(({ type }) => type), OUTSIDE];
  const weightOf = weights(base, added, options);
  const all = [...base, ...added];
  const vocabulary = vocabularyOf(all, options);
  const bias = vocabulary.size;
  const rows = all.map((prepared) => {
    const known = [...prepared.hashes.keys()].filter((index) => vocabulary.has(prepared.hashes[index]));
    const offset = Float64Array.from(prepared.ruled);
    const { row } = prepared;
    if (row.kind === 'issue') {
      for (const [type, prior] of Object.entries(options.issuePrior))
        if (row.label !== type) offset[classes.indexOf(type)] += prior;
    }
    return {
      indices: Int32Array.from([...known.map((index) => vocabulary.get(prepared.hashes[index]).index), bias]),
      values: Float32Array.from([...known.map((index) => prepared.values[index]), 1]),
      target: classes.indexOf(row.label),
      weight: weightOf(row),
      offset,
    };
  });
  const learned = trainSoftmax(rows, {
    classes: classes.length,
    features: bias + 1,
    penalty: options.penalty,
    rounds: options.rounds,
  });
  return Object.fromEntries(
    classes.map((type, k) => {
      const kept = [...vocabulary]
        .map(([hash, { index, rows: count }]) => ({
          hash,
          weight: learned[index * classes.length + k],
          worth: Math.abs(learned[index * classes.length + k]) * count ** 0.25,
        }))
        .sort((a, b) => b.worth - a.worth || a.hash - b.hash)
        .slice(0, options.featuresPerType);
      return [
        type,
        encodeProfile(learned[bias * classes.length + k], new Map(kept.map(({ hash, weight }) => [hash, weight]))),
      ];
    }),
  );
}

function weights(base, added, options) {
  const count = (list) => list.reduce((sums, { row }) => ({ ...sums, [row.label]: (sums[row.label] ?? 0) + 1 }), {});
  const inBase = count(base);
  const inAdded = count(added);
  const isAdded = new Set(added.map(({ row }) => row));
  const rarest = Object.entries(inBase)
    .filter(([label]) => label !== OUTSIDE)
    .sort((a, b) => a[1] - b[1])[0][0];
  return (row) => {
    const scope = row.label === OUTSIDE ? options.outsideWeight : 1;
    if (isAdded.has(row)) return scope * Math.min(1, (inBase[row.label] ?? 0) / inAdded[row.label]);
    return scope * (row.label === rarest ? options.rareTypeWeight : 1);
  };
}

function vocabularyOf(all, { minSources, minRows }) {
  const seen = new Map();
  for (const { row, hashes } of all) {
    // One large collection of advisories stands for several sources: its entries come from many projects.
    const source = /advisor/.test(row.source) ? `${row.source}#${row.id.at(-1)}` : row.source;
    for (const hash of hashes) {
      const entry = seen.get(hash) ?? { rows: 0, sources: new Set() };
      entry.rows += 1;
      entry.sources.add(source);
      seen.set(hash, entry);
    }
  }
  const kept = [...seen]
    .filter(([, entry]) => entry.rows >= minRows && entry.sources.size >= minSources)
    .sort(([a], [b]) => a - b);
  return new Map(kept.map(([hash, entry], index) => [hash, { index, rows: entry.rows }]));
}
