import type { TestCase, TestSurface } from '@typed-evidence-chain/core';
import type { JavaScriptSource } from './parse.js';
import type { Print } from './print.js';
import { readAssertion } from './surface/assertion.js';
import { emptiedNodes } from './surface/emptied.js';
import { runtimeMarkers } from './surface/runtime-markers.js';
import { suppressions } from './surface/suppressions.js';
import { testBindings, type TestBindings } from './surface/test-bindings.js';
import { readTestCall, type TestCall } from './surface/test-call.js';
import { stringConstants, tableTitle, titleText } from './surface/test-title.js';
import { declarationsOf, type Declarations } from './interface/declarations.js';
import { childrenOf, endOf, isFunction, startOf, unwrap, walk, type Node } from './syntax.js';

/** Where a test stands: what is around it decides its title, and whether and how often it runs. */
interface Place {
  readonly titles: readonly string[];
  readonly markers: readonly string[];
  /** Text of the loops, conditions, tables and options around it. */
  readonly heads: readonly (() => string)[];
}

class SurfaceReader {
  private readonly bindings: TestBindings;
  private readonly constants: ReadonlyMap<string, Node>;
  private readonly declarations: Declarations;
  private readonly program: Node;
  private readonly cases: TestCase[] = [];
  private readonly caseNodes = new Set<Node>();
  private readonly caseOrder: Node[] = [];
  private readonly markers: string[] = [];
  private readonly parents = new Map<Node, Node>();
  private readonly marked = new Map<Node, readonly string[]>();

  constructor(
    private readonly source: JavaScriptSource,
    private readonly print: Print,
  ) {
    this.program = source.file.program;
    this.bindings = testBindings(this.program);
    this.constants = stringConstants(this.program);
    this.declarations = declarationsOf(this.program);
    walk(this.program, (node, ancestors) => {
      const parent = ancestors.at(-1);
      if (parent) this.parents.set(node, parent);
      const markers = runtimeMarkers(node, this.bindings);
      if (markers.length > 0) this.marked.set(node, markers);
    });
  }

  read(): TestSurface {
    this.scan(this.program, { titles: [], markers: [], heads: [] });
    walk(this.program, (node) => {
      if (this.caseNodes.has(node)) return 'skip';
      const markers = this.markersAt(node);
      if (markers.length > 0 && !readTestCall(node, this.bindings)) this.markers.push(...markers);
      return undefined;
    });
    const exits = [...this.marked.values()].some((markers) => markers.includes('process.exit'));
    if (exits && !this.markers.includes('process.exit')) this.markers.push('process.exit');
    const markers = [...this.markers, ...suppressions(this.source.file.comments)];
    if (this.cases.length === 0) {
      const script = this.script();
      if (script) return { cases: [script], shared: '', markers };
    }
    const omit = emptiedNodes(this.program, this.caseNodes, true);
    return { cases: this.cases, shared: this.print(this.program, { omit }).trim(), markers };
  }

  private markersAt(node: Node): readonly string[] {
    return this.marked.get(node) ?? [];
  }

  private scan(node: Node, place: Place): void {
    const call = readTestCall(node, this.bindings);
    if (call?.kind === 'group') this.group(call, place);
    else if (call) this.case(call, place);
    else {
      const head = this.headOf(node);
      const inner = head === undefined ? place : { ...place, heads: [...place.heads, head] };
      for (const child of childrenOf(node)) this.scan(child, inner);
    }
  }

  /** The text of what repeats or guards the tests in it. */
  private headOf(node: Node): (() => string) | undefined {
    const { print } = this;
    switch (node.type) {
      case 'ForOfStatement':
      case 'ForInStatement':
        return () => `for (${print(node.left)} of ${print(node.right)})`;
      case 'ForStatement':
        return () => `for (${[node.init, node.test, node.update].map((one) => (one ? print(one) : '')).join('; ')})`;
      case 'WhileStatement':
      case 'DoWhileStatement':
        return () => `while (${print(node.test)})`;
      case 'IfStatement':
        return () => `if (${print(node.test)})`;
      case 'ConditionalExpression':
        return () => `${print(node.test)} ?`;
      case 'LogicalExpression':
        return () => `${print(node.left)} ${node.operator}`;
      case 'CallExpression':
        return node.arguments.some((one) => isFunction(one)) ? () => print(node.callee) : undefined;
      default:
        return undefined;
    }
  }

  private titleOf({ title, tabular }: TestCall): string[] {
    if (!title) return [];
    const text = titleText(title, this.constants);
    return text === '' ? [] : [tabular ? tableTitle(text) : text];
  }

  private group(call: TestCall, place: Place): void {
    this.markers.push(...call.markers);
    const inner: Place = {
      titles: [...place.titles, ...this.titleOf(call)],
      markers: [...place.markers, ...call.markers],
      heads: [...place.heads, ...call.extras.map((one) => () => this.print(one))],
    };
    if (call.callback) this.scanChildren(call.callback, inner);
  }

  private scanChildren(node: Node, place: Place): void {
    for (const child of childrenOf(node)) this.scan(child, place);
  }

  private case(call: TestCall, place: Place): void {
    const titles = [...place.titles, ...this.titleOf(call)];
    const at = this.cases.length;
    this.caseNodes.add(call.node);
    const before = this.caseOrder.push(call.node);
    const callback = call.callback && this.runs(call.callback);
    if (call.callback) {
      this.scanChildren(call.callback, { titles, markers: [...place.markers, ...call.markers], heads: place.heads });
    }
    const nested = new Set(this.caseOrder.slice(before));
    const runtime = callback ? this.runtimeMarkersIn(callback, nested) : [];
    const { lines } = this.source;
    const body = [...place.heads.map((head) => head()), ...call.extras.map((one) => this.print(one))];
    if (callback) body.push(this.print(callback, { omit: emptiedNodes(callback, nested) }));
    this.cases.splice(at, 0, {
      title: titles.join(' '),
      line: lines.lineOf(startOf(call.node)),
      endLine: lines.lineOf(Math.max(startOf(call.node), endOf(call.node) - 1)),
      markers: [...new Set([...place.markers, ...call.markers, ...runtime, ...this.chainedMarkers(call)])],
      assertions: callback ? this.assertionsIn(callback, nested) : [],
      body: body.join('\n'),
    });
  }

  /** The function that a test hands over by name. */
  private runs(callback: Node): Node {
    const named = callback.type === 'Identifier' ? this.declarations.get(callback.name) : undefined;
    return named ?? callback;
  }

  private runtimeMarkersIn(callback: Node, nested: ReadonlySet<Node>): string[] {
    const found: string[] = [];
    walk(callback, (node) => {
      if (nested.has(node)) return 'skip';
      found.push(...this.markersAt(node));
      return undefined;
    });
    return found;
  }

  /** `it('title', run).retries(3)` */
  private chainedMarkers(call: TestCall): readonly string[] {
    const member = this.parents.get(call.node);
    const outer = member?.type === 'MemberExpression' ? this.parents.get(member) : undefined;
    return outer ? this.markersAt(outer) : [];
  }

  private assertionsIn(root: Node, nested: ReadonlySet<Node>): string[] {
    const found: string[] = [];
    walk(root, (node, ancestors) => {
      if (nested.has(node)) return 'skip';
      if (!readAssertion(node, this.bindings)) return undefined;
      const awaited = ancestors.at(-1)?.type === 'AwaitExpression';
      found.push(`${awaited ? 'await ' : ''}${this.print(node)}`);
      return 'skip';
    });
    return found;
  }

  /** A file without a test framework: the run of the whole file is the test. */
  private script(): TestCase | undefined {
    const assertions = this.assertionsIn(this.program, new Set());
    if (assertions.length === 0 && !this.endsByItself()) return undefined;
    return {
      title: '',
      line: 1,
      endLine: Math.max(1, this.source.lines.count),
      markers: [],
      assertions,
      body: this.print(this.program, { omit: emptiedNodes(this.program, new Set(), true) }).trim(),
    };
  }

  /** Without assertions of a library, a script says by its exit code or an error that something is wrong. */
  private endsByItself(): boolean {
    let ends = false;
    walk(this.program, (node) => {
      if (isFunction(node) || node.type === 'ClassBody') return 'skip';
      ends ||= node.type === 'ThrowStatement' || this.markersAt(unwrap(node)).includes('process.exit');
      return ends ? 'skip' : undefined;
    });
    return ends;
  }
}

export function javaScriptTestSurface(source: JavaScriptSource, print: Print): TestSurface {
  return new SurfaceReader(source, print).read();
}
