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

/** Repeats what the router does at a threshold, from the shares that it gave; what they leave over is "none of the types". */
function abstainsAt({ forced, free }, threshold) {
  const reason = free.abstained?.reason;
  const outside = 1 - forced.alternatives.reduce((sum, { score }) => sum + score, forced.score);
  return (
    forced.score - 0.5 * outside < threshold || reason === 'composite' || reason === 'out-of-scope' || reason === 'tie'
  );
}

function thresholds(clear, outside) {
  return table(
    ['threshold', 'clear rows covered', 'accuracy there', 'out-of-scope rows abstained'],
    [0.2, 0.3, 0.35, 0.38, 0.41, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8].map((threshold) => {
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

/** Words of speed and of the use of resources, as wide as a reader would take them. */
const NAMES_SPEED =
  /\b(?:perf|performan\w+|optimi[sz]\w*|speed\w*|fast\w*|quick\w*|slow\w*|latency|throughput|efficien\w+|memory|alloc\w*|cpu|cach\w+|memoi[sz]\w*|lazy|lazily|parallel\w*|concurren\w+|batch\w*|pre-?(?:alloc|comput|compil|fetch|load)\w*|debounc\w*|throttl\w*|bottleneck\w*|overhead|expensive|cheap\w*|hot ?path|bundle size|binary size|reduc\w+|unnecessary|redundant|benchmark\w*)\b/i;
const namesSpeed = ({ row }) => NAMES_SPEED.test(`${row.title}\n${row.body ?? ''}`);
const NEW_TYPE = 'PERFORMANCE';
const DRAWS = 50;

/** Gold of the new type: the out-of-scope rows whose reason is performance. */
function fifthType(judged) {
  const rows = judged.filter(({ row }) => row.label !== OUTSIDE || row.reason === 'perf');
  const gold = ({ row }) => (row.reason === 'perf' ? NEW_TYPE : row.label);
  const figures = (type, pick, among) => {
    const named = among.filter((item) => pick(item) === type);
    const hit = named.filter((item) => gold(item) === type).length;
    const golds = among.filter((item) => gold(item) === type).length;
    return {
      golds,
      named: named.length,
      precision: share(hit, named.length),
      recall: share(hit, golds),
      f1: (2 * hit) / (golds + named.length || 1),
    };
  };
  const forced = (item) => item.withFifth.type;
  const all = figures(NEW_TYPE, forced, rows);
  const own = rows.filter((item) => gold(item) === NEW_TYPE);
  const random = seeded(1);
  const draws = Array.from({ length: DRAWS }, () =>
    figures(NEW_TYPE, forced, [
      ...own,
      ...TYPES.flatMap((type) =>
        drawn(
          rows.filter(({ row }) => row.label === type),
          own.length,
          random,
        ),
      ),
    ]),
  );
  const mean = (key) => draws.reduce((sum, draw) => sum + draw[key], 0) / DRAWS;
  const clear = rows.filter(({ row }) => row.label !== OUTSIDE);
  const found = rows.filter((item) => forced(item) === NEW_TYPE);
  const high = judged.filter(({ free }) => free.type !== null && free.confidence === 'high');
  const line = (name, { golds, named, precision, recall, f1 }) => [
    name,
    golds,
    named,
    ...[precision, recall, f1].map(three),
  ];
  return [
    table(
      ['share of the type', 'rows of the type', 'named so', 'precision', 'recall', 'F1'],
      [
        line(`natural (${((100 * own.length) / rows.length).toFixed(1)} %)`, all),
        line(`equal to the others (mean of ${DRAWS} draws)`, {
          golds: own.length,
          named: mean('named').toFixed(1),
          precision: mean('precision'),
          recall: mean('recall'),
          f1: mean('f1'),
        }),
        line(
          'natural, only rows whose text names speed',
          figures(
            NEW_TYPE,
            forced,
            rows.filter((item) => gold(item) !== NEW_TYPE || namesSpeed(item)),
          ),
        ),
      ],
    ),
    '',
    `${own.filter(namesSpeed).length} of the ${own.length} rows name speed, memory or a means to save them in title or body (the ceiling of any`,
    `reader of words), and so do ${found.filter(namesSpeed).length} of the ${found.length} rows that are named ${NEW_TYPE}.`,
    `${high.filter((item) => forced(item) !== item.free.type).length} of ${high.length} classifications of high confidence became another type.`,
    '',
    table(
      ['F1 of the others', ...TYPES],
      [
        ['without it', ...TYPES.map((type) => three(figures(type, (item) => item.forced.type, clear).f1))],
        ['with it', ...TYPES.map((type) => three(figures(type, forced, clear).f1))],
      ],
    ),
  ].join('\n');
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Some of the items, each at most once. */
function drawn(items, count, random) {
  const pool = [...items];
  for (let at = 0; at < Math.min(count, pool.length); at += 1) {
    const other = at + Math.floor(random() * (pool.length - at));
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  return pool.slice(0, count);
}
