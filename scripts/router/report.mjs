// The tables of docs/router.md out of judged rows.
const OUTSIDE = 'ABSTAIN';
const TYPES = ['BUG', 'FEATURE', 'REFACTOR', 'SECURITY'];
const three = (value) => (Number.isFinite(value) ? value.toFixed(3) : '-');
const share = (part, whole) => (whole === 0 ? Number.NaN : part / whole);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export function report({ judged, judgedComposites, judgedRequests }) {
  const clear = judged.filter(({ row }) => row.label !== OUTSIDE);
  const outside = judged.filter(({ row }) => row.label === OUTSIDE);
  const parts = [
    '### Without abstention\n',
    withoutAbstention(clear),
    '\n### By kind\n',
    byKind(clear),
    '\n### Accuracy against coverage\n',
    coverage(clear),
    '\n### Reliability\n',
    reliability(clear, outside),
    '\n### Threshold\n',
    thresholds(clear, outside),
    '\n### Out of scope, at the default threshold\n',
    byReason(outside),
    '\n### Composite detection on clear rows\n',
    `${clear.filter(({ forced }) => forced.composite !== undefined).length} of ${clear.length} (${three(share(clear.filter(({ forced }) => forced.composite !== undefined).length, clear.length))}) taken for composite`,
  ];
  parts.push('\n### A fifth type with a rule and twenty examples (PERFORMANCE)\n', fifthType(judged));
  if (judgedComposites.length > 0)
    parts.push("\n### composite.jsonl (mean over the folds' routers)\n", composites(judgedComposites));
  if (judgedRequests.length > 0) parts.push('\n### Issue-style requests, written by hand\n', requests(judgedRequests));
  return parts.join('\n');
}

function macro(rows) {
  const scores = TYPES.map((type) => {
    const hit = rows.filter(({ row, forced }) => row.label === type && forced.type === type).length;
    return (
      (2 * hit) /
      (rows.filter(({ row }) => row.label === type).length + rows.filter(({ forced }) => forced.type === type).length ||
        1)
    );
  });
  return { scores, mean: scores.reduce((a, b) => a + b, 0) / TYPES.length };
}

const accuracy = (rows) => share(rows.filter(({ row, forced }) => row.label === forced.type).length, rows.length);

function withoutAbstention(clear) {
  const { scores, mean } = macro(clear);
  return table(
    ['rows', 'macro-F1', 'accuracy', ...TYPES],
    [[clear.length, three(mean), three(accuracy(clear)), ...scores.map(three)]],
  );
}

function byKind(clear) {
  return table(
    ['kind', 'rows', 'accuracy', ...TYPES.map((type) => `recall ${type}`)],
    ['issue', 'commit'].map((kind) => {
      const rows = clear.filter(({ row }) => row.kind === kind);
      return [
        kind,
        rows.length,
        three(accuracy(rows)),
        ...TYPES.map((type) => three(accuracy(rows.filter(({ row }) => row.label === type)))),
      ];
    }),
  );
}

function coverage(clear) {
  const sorted = [...clear].sort((a, b) => b.forced.score - a.forced.score);
  return table(
    ['coverage', 'accuracy', 'score at least'],
    [1, 0.9, 0.8, 0.7, 0.6, 0.5].map((part) => {
      const top = sorted.slice(0, Math.round(part * sorted.length));
      return [`${part * 100} %`, three(accuracy(top)), three(top.at(-1).forced.score)];
    }),
  );
}

function reliability(clear, outside) {
  const all = [...clear, ...outside];
  const bins = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0001];
  return table(
    ['score', 'clear rows', 'mean score', 'right', 'all rows', 'mean score', 'right'],
    bins.slice(1).map((high, index) => {
      const cells = [clear, all].flatMap((rows) => {
        const inBin = rows.filter(({ forced }) => forced.score >= bins[index] && forced.score < high);
        return [
          inBin.length,
          three(
            share(
              inBin.reduce((sum, { forced }) => sum + forced.score, 0),
              inBin.length,
            ),
          ),
          three(accuracy(inBin)),
        ];
      });
      return [`${bins[index]} to ${Math.min(1, high)}`, ...cells];
    }),
  );
}

/** Repeats what the router does at a threshold, from the shares that it gave. */
function abstainsAt({ forced, free }, threshold) {
  const reason = free.abstained?.reason;
  return forced.score < threshold || reason === 'composite' || reason === 'out-of-scope' || reason === 'tie';
}

function thresholds(clear, outside) {
  return table(
    ['threshold', 'clear rows covered', 'accuracy there', 'out-of-scope rows abstained'],
    [0.3, 0.4, 0.45, 0.48, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8].map((threshold) => {
      const covered = clear.filter((item) => !abstainsAt(item, threshold));
      return [
        threshold,
        three(share(covered.length, clear.length)),
        three(accuracy(covered)),
        three(share(outside.filter((item) => abstainsAt(item, threshold)).length, outside.length)),
      ];
    }),
  );
}

function byReason(outside) {
  const reasons = [...new Set(outside.map(({ row }) => row.reason))].sort((a, b) => (a < b ? -1 : 1));
  const line = (name, rows) => [
    name,
    rows.length,
    three(share(rows.filter(({ free }) => free.type === null).length, rows.length)),
  ];
  return table(
    ['kind', 'rows', 'abstained'],
    [
      ...reasons.map((reason) =>
        line(
          reason,
          outside.filter(({ row }) => row.reason === reason),
        ),
      ),
      line('all', outside),
    ],
  );
}

function composites(items) {
  const folds = new Set(items.map(({ fold }) => fold)).size;
  const per = (rows, test) => (rows.filter(test).length / folds).toFixed(1);
  const several = items.filter(({ row }) => Array.isArray(row.expected) && row.expected.length > 1);
  const single = items.filter(({ row }) => Array.isArray(row.expected) && row.expected.length === 1);
  const outside = items.filter(({ row }) => row.expected === OUTSIDE);
  return [
    table(
      ['group', 'rows', 'right', 'abstained', 'named composite'],
      [
        [
          'composite',
          several.length / folds,
          per(several, ({ free }) => free.type === null),
          per(several, ({ free }) => free.type === null),
          per(several, ({ free }) => free.composite !== undefined),
        ],
        [
          'outside',
          outside.length / folds,
          per(outside, ({ free }) => free.type === null),
          per(outside, ({ free }) => free.type === null),
          per(outside, ({ free }) => free.composite !== undefined),
        ],
        [
          'trap',
          single.length / folds,
          per(single, ({ row, free }) => free.type === row.expected[0]),
          per(single, ({ free }) => free.type === null),
          per(single, ({ free }) => free.composite !== undefined),
        ],
        [
          'trap, without abstention',
          single.length / folds,
          per(single, ({ row, forced }) => forced.type === row.expected[0]),
          '0',
          '-',
        ],
      ],
    ),
  ].join('\n');
}

function requests(items) {
  const types = [...new Set(items.map(({ row }) => row.label))].sort((a, b) => (a < b ? -1 : 1));
  return table(
    ['type', 'rows', 'right without abstention', 'covered', 'right where covered', 'taken for composite'],
    types.map((type) => {
      const rows = items.filter(({ row }) => row.label === type);
      const covered = rows.filter(({ free }) => free.type !== null);
      return [
        type,
        rows.length,
        three(accuracy(rows)),
        three(share(covered.length, rows.length)),
        three(accuracy(covered)),
        three(share(rows.filter(({ free }) => free.composite !== undefined).length, rows.length)),
      ];
    }),
  );
}

/** Gold of the new type: the out-of-scope rows whose reason is performance. */
function fifthType(judged) {
  const rows = judged.filter(({ row }) => row.label !== OUTSIDE || row.reason === 'perf');
  const gold = ({ row }) => (row.reason === 'perf' ? 'PERFORMANCE' : row.label);
  const f1 = (type, pick, among) => {
    const hit = among.filter((item) => gold(item) === type && pick(item) === type).length;
    return (
      (2 * hit) /
      (among.filter((item) => gold(item) === type).length + among.filter((item) => pick(item) === type).length || 1)
    );
  };
  const clear = rows.filter(({ row }) => row.label !== OUTSIDE);
  const found = rows.filter(({ withFifth }) => withFifth.type === 'PERFORMANCE');
  const right = found.filter(({ row }) => row.reason === 'perf').length;
  const golds = rows.filter(({ row }) => row.reason === 'perf').length;
  return [
    table(
      ['rows of the type', 'named so', 'precision', 'recall', 'F1'],
      [
        [
          golds,
          found.length,
          three(share(right, found.length)),
          three(share(right, golds)),
          three(f1('PERFORMANCE', (item) => item.withFifth.type, rows)),
        ],
      ],
    ),
    '',
    table(
      ['F1 of the others', ...TYPES],
      [
        ['without it', ...TYPES.map((type) => three(f1(type, (item) => item.forced.type, clear)))],
        ['with it', ...TYPES.map((type) => three(f1(type, (item) => item.withFifth.type, clear)))],
      ],
    ),
  ].join('\n');
}
