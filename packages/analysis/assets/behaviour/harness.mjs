// Runs inside the sandbox: calls functions of the tree under review as the plan says and writes down what happens.
// usage: node harness.mjs PLAN OUT TREE, with a nonce on stdin. Each line of OUT/result is bound to the nonce.
import { openSync, readFileSync, writeSync } from 'node:fs';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { freezeClock } from './clock.mjs';
import { recordLines } from './coverage.mjs';
import { describeExports } from './describe-exports.mjs';
import { watchGlobals } from './globals.mjs';
import { meddle } from './probe.mjs';
import { finalReaderOf, givenFields, readerOf } from './reads.mjs';
import { serialise, serialiseThrown } from './serialise.mjs';
import { kindOfThis, mark, recorded, startTrace, takeTrace, watched, watchThis } from './trace.mjs';

const [planFile, outFolder, tree] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, 'utf8'));
const nonce = readFileSync(0, 'utf8').trim();
const result = openSync(`${outFolder}/result`, 'wx');
const { stringify } = JSON;
// Budgets are in processor time, so that a busy machine sees the same calls; the sandbox watches the clock.
const { cpuUsage } = process;
const elapsed = () => {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
};
const write = (line) => writeSync(result, `${nonce} ${stringify(line)}\n`);
const exit = process.exit.bind(process);
const setTimer = setTimeout;
const clearTimer = clearTimeout;

// The code under review sees an ordinary program at the root of its tree.
process.argv = [process.argv[0], `${tree}/index.js`];
process.exitCode = undefined;

class Exit {
  constructor(code) {
    this.code = code;
  }
}
process.exit = (code) => {
  throw new Exit(code ?? process.exitCode ?? 0);
};
// What is thrown after a call was answered belongs to no call, and must not end the run.
const late = [];
process.on('unhandledRejection', (error) => late.push(String(error)));
process.on('uncaughtException', (error) => late.push(String(error)));

let printed = '';
const capture = (chunk, encoding, done) => {
  if (printed.length < 10_000) printed += String(chunk);
  const callback = typeof encoding === 'function' ? encoding : done;
  if (typeof callback === 'function') callback();
  return true;
};
process.stdout.write = capture;
process.stderr.write = capture;

const clock = freezeClock();

// Where an error was made, to tell `throw new TypeError(…)` from the engine's own.
const sources = new Map();
function sourceLine(file, line) {
  if (!sources.has(file)) sources.set(file, readSource(file));
  return sources.get(file)[line - 1] ?? '';
}
function readSource(file) {
  try {
    return readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8').split('\n');
  } catch {
    return []; // Not a file: evaluated code or a builtin, of which no text is known.
  }
}
Error.stackTraceLimit = 5;
function createdByCode(error) {
  const frame = /^\s+at (?:.*\()?((?:file:|\/)[^()]*?):(\d+):(\d+)\)?$/m.exec(String(error.stack));
  const first = /^\s+at (.*)$/m.exec(String(error.stack));
  // Inside a builtin the first frame names no file: JSON.parse (<anonymous>).
  if (frame === null || first === null || !first[0].includes(frame[1])) return false;
  const text = sourceLine(frame[1], Number(frame[2])).slice(Number(frame[3]) - 1);
  return /^(new\b|[A-Z]\w*Error\s*\(|Error\s*\(|super\s*\()/.test(text);
}

const thrown = (error) =>
  error instanceof Exit
    ? { k: 'exit', code: Number(error.code) }
    : { k: 'throw', e: serialiseThrown(error, createdByCode) };

// Only what runs inside a script can be interrupted, so each call goes through this one.
const slot = `$${nonce.slice(0, 12)}`;
const interruptible = new Script(`globalThis[${stringify(slot)}]()`);
function limited(run) {
  Object.defineProperty(globalThis, slot, { value: run, configurable: true, enumerable: false });
  try {
    return interruptible.runInThisContext({ timeout: plan.callMs });
  } finally {
    delete globalThis[slot];
  }
}

const PENDING = Symbol('pending');
async function settle(value) {
  if (value === null || typeof value !== 'object' || typeof value.then !== 'function') return value;
  let timer;
  const limit = new Promise((resolve) => {
    timer = setTimer(() => resolve(PENDING), plan.callMs);
  });
  try {
    return await Promise.race([value, limit]);
  } finally {
    clearTimer(timer);
  }
}

async function unroll(value) {
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Generator]' && kind !== '[object AsyncGenerator]' && !kind.endsWith(' Iterator]')) return value;
  const items = [];
  for await (const item of value) {
    items.push(item);
    mark('item');
    if (items.length >= 100) break;
  }
  return { generator: items };
}

async function attempt(run) {
  try {
    const settled = await settle(limited(run));
    if (settled === PENDING) return { outcome: { k: 'pending' } };
    const value = await unroll(settled);
    return { outcome: { k: 'value', v: serialise(value) }, value };
  } catch (error) {
    if (error !== null && typeof error === 'object' && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      return { outcome: { k: 'timeout' } };
    }
    return { outcome: thrown(error) };
  }
}

let calls = [];
let recorders = 0;
/** A callback that keeps a record of how it is called. */
function recorder(implementation) {
  const id = recorders++;
  return function recorded(...args) {
    // More arguments than the callback takes are no matter to it.
    const taken = typeof implementation === 'function' ? args.slice(0, implementation.length) : args;
    const shown = serialise(taken);
    shown.v?.push(...kindOfThis(this));
    const entry = { $: 'array', v: [id, shown] };
    if (calls.length < 50) calls.push(entry);
    if (typeof implementation !== 'function') return undefined;
    const answer = implementation.apply(this, args);
    // A clock and its like: how often it is asked is no matter.
    if (taken.length === 0 && answer !== undefined && typeof answer !== 'object')
      calls = calls.filter((one) => one !== entry);
    return answer;
  };
}
/** An object after some method calls. One that it refuses is part of its history, as in a test that expects it. */
function after(object, ...steps) {
  for (const step of steps) {
    try {
      step(object);
    } catch (error) {
      calls.push(`refused: ${error?.name}`);
    }
  }
  return object;
}
async function afterAsync(object, ...steps) {
  for (const step of steps) {
    try {
      await step(object);
    } catch (error) {
      calls.push(`refused: ${error?.name}`);
    }
  }
  return object;
}

const HELPERS = { $rec: recorder, $cb: recorded, $watch: watched, $after: after, $afterAsync: afterAsync };
const modules = [];
const AsyncFunction = (async () => undefined).constructor;
const compiled = new Map();
function compile(source) {
  let evaluate = compiled.get(source);
  if (evaluate === undefined) {
    const make = source.includes('await ') ? AsyncFunction : Function;
    evaluate = make(...Object.keys(HELPERS), '$m', 'require', `return [${source}]`);
    compiled.set(source, evaluate);
  }
  return evaluate;
}
const evaluate = (source) => compile(source)(...Object.values(HELPERS), modules, undefined);
const evaluateArgs = (source) => attemptRaw(() => evaluate(source));
async function attemptRaw(run) {
  try {
    const value = await settle(limited(run));
    return value === PENDING ? { failed: { k: 'pending' } } : { value };
  } catch (error) {
    return { failed: thrown(error) };
  }
}

/** `name` may be a path: `api.parse`, `Money.of`. */
function lookUp(module, name) {
  let owner;
  let target = modules[module];
  for (const part of name.split('.')) {
    owner = target;
    target = owner?.[part];
  }
  return { owner, target };
}

async function perform(call) {
  printed = '';
  calls = [];
  recorders = 0;
  startTrace();
  process.exitCode = undefined;
  clock.reset();
  const { owner, target } = lookUp(call.module, call.name);
  if (typeof target !== 'function') return { args: { k: 'absent' } };
  let made;
  if (call.args.includes('await ')) {
    made = await evaluateArgs(call.args);
    if (made.failed !== undefined) return { args: made.failed };
  }
  let before;
  // Making the arguments and the call are interrupted together: a watchdog for each would be most of the cost.
  const first = await attempt(() => {
    made ??= { value: evaluate(call.args) };
    before = stringify(serialise(made.value));
    return call.create ? Reflect.construct(target, made.value) : Reflect.apply(target, owner, made.value);
  });
  if (before === undefined) return { args: first.outcome };
  mark('answered');
  const report = { o: first.outcome };
  if (first.outcome.k === 'value' && (call.create || call.steps.length > 0)) {
    if (call.create) report.given = givenFields(first.value, made.value);
    if (call.probe) made.value.forEach((one) => meddle(one));
    await performSteps(first.value, call, report);
  }
  const changed = serialise(made.value);
  if (stringify(changed) !== before) report.mutated = changed;
  // Which callback it was matters where there are several.
  Object.assign(report, takeTrace());
  if (calls.length > 0) report.callbacks = recorders > 1 ? calls : calls.map((one) => one.v?.[1] ?? one);
  if (call.probe && !call.create && call.steps.length === 0) await callAgain(call, target, owner, first, report);
  if (printed !== '') report.printed = printed;
  if (process.exitCode !== undefined) report.exitCode = Number(process.exitCode);
  return report;
}

/** The same call once more, after the first answer was meddled with. */
async function callAgain(call, target, owner, first, report) {
  if (first.value === null || typeof first.value !== 'object') return;
  const made = await evaluateArgs(call.args);
  if (made.failed !== undefined) return;
  meddle(first.value);
  const again = await attempt(() => Reflect.apply(target, owner, made.value));
  report.again = again.outcome;
  report.shared = again.value === first.value;
}

async function performSteps(object, { steps, probe }, report) {
  const outcomes = [];
  const answers = [];
  const reader = readerOf(object);
  const reads = [];
  const look = () => {
    if (reader === undefined) return;
    reads.push(reader.runsCode ? attemptReads(reader.read) : reader.read());
  };
  look();
  let previous = object;
  for (const [index, step] of steps.entries()) {
    clock.advance(1000);
    const args = step.args === '' ? { value: [] } : await evaluateArgs(step.args);
    const owner = step.of === undefined ? (step.chained ? previous : object) : answers[step.of];
    const method = step.method === null ? owner : owner?.[step.method];
    if (args.failed !== undefined || typeof method !== 'function') {
      outcomes.push({ k: args.failed === undefined ? 'no-method' : 'args' });
      continue;
    }
    const { outcome, value } = await attempt(() => Reflect.apply(method, owner, args.value));
    mark('answered');
    previous = value;
    answers[index] = value;
    outcomes.push(outcome);
    if (probe && value !== object) meddle(value);
    if (probe) args.value.forEach((one) => meddle(one));
    if (outcome.k === 'timeout' || outcome.k === 'pending') break;
    // Somewhat later: what a getter shows may depend on the time that went by.
    clock.advance(700);
    look();
  }
  if (steps.length > 0) report.steps = outcomes;
  if (reader !== undefined) report.reads = reads;
  const final = finalReaderOf(object);
  if (final !== undefined) report.final = attemptReads(final);
}

function attemptReads(read) {
  try {
    return limited(read);
  } catch (error) {
    return [['(reading)', { $: 'unreadable', v: String(error?.code ?? error?.name) }]];
  }
}

async function load(module) {
  const namespace = await import(pathToFileURL(`${tree}/${module.path}`).href);
  // CommonJS: what `require` answers. It is evaluated once in either case.
  return module.commonjs && namespace.default !== undefined ? namespace.default : namespace;
}

async function main() {
  if (plan.watchesThis) watchThis();
  const takeLines = recordLines(tree, plan.coverage);
  const changedGlobals = watchGlobals();
  for (const module of plan.modules) {
    try {
      const pending = load(module);
      const exported = await settle(pending.then((loaded) => ({ loaded })));
      if (exported === PENDING) {
        write({ module: module.id, error: 'loading it does not come to an end' });
        continue;
      }
      const { loaded } = exported;
      modules[module.id] =
        typeof loaded === 'function' ? Object.assign(Object.create(null), loaded, { default: loaded }) : loaded;
      if (plan.inspect)
        write({ module: module.id, exports: describeExports(modules[module.id]), printed: printed.length });
    } catch (error) {
      const reason =
        error instanceof Exit
          ? 'it ends the process when loaded'
          : `${error?.name}: ${String(error?.message).split('\n')[0]}`;
      write({ module: module.id, error: reason.slice(0, 300) });
    }
  }
  write({ globals: changedGlobals() });
  for (const { id, args } of plan.values) {
    const made = await evaluateArgs(args);
    if (made.failed === undefined) write({ value: id, args: made.value.map((value) => serialise(value)) });
  }
  write({ lines: takeLines() });
  for (const [index, group] of plan.groups.entries()) {
    const limit = Math.min(plan.budgetMs, elapsed() + group.budgetMs);
    let slow = 0;
    for (const call of group.calls) {
      if (elapsed() > limit || slow >= 3) break;
      write({ start: call.id });
      const report = await perform(call);
      if (report.o?.k === 'timeout' || report.o?.k === 'pending') slow += 1;
      write({ call: call.id, ...report });
    }
    write({ lines: takeLines(), group: index });
  }
  write({ end: true, late: late.length, globalsAtEnd: changedGlobals() });
  exit(0);
}

await main();
