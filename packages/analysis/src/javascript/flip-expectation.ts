import { createHash } from 'node:crypto';
import type { ExpectationFlip } from '@typed-evidence-chain/core';
import { declarationsOf } from './interface/declarations.js';
import type { Edit, FlipContext } from './flip/edit.js';
import { flipAssertCall } from './flip/flip-assert.js';
import { flipExpectChain, flipResponse } from './flip/flip-expect.js';
import type { JavaScriptSource } from './parse.js';
import { readAssertion, type Assertion } from './surface/assertion.js';
import { testBindings, type TestBindings } from './surface/test-bindings.js';
import { readTestCall } from './surface/test-call.js';
import { endOf, isFunction, startOf, walk, type Node } from './syntax.js';

/** How far from the line an assertion may be where no test case is around the line. */
const nearLines = 10;

interface Span {
  readonly first: number;
  readonly last: number;
}

interface Case extends Span {
  readonly node: Node;
}

interface Candidate extends Span {
  readonly assertion: Assertion;
}

function spanOf(node: Node, { lines }: JavaScriptSource): Span {
  return { first: lines.lineOf(startOf(node)), last: lines.lineOf(Math.max(startOf(node), endOf(node) - 1)) };
}

function distance({ first, last }: Span, line: number): number {
  return line < first ? first - line : Math.max(0, line - last);
}

/** The innermost test case around the line. */
function caseAround(source: JavaScriptSource, bindings: TestBindings, line: number): Case | undefined {
  let found: Case | undefined;
  walk(source.file.program, (node) => {
    if (readTestCall(node, bindings)?.kind !== 'case') return;
    const span = spanOf(node, source);
    if (distance(span, line) === 0) found = { ...span, node };
  });
  return found;
}

/** The functions of the same file that a test calls: its assertions may stand there. */
function helpersOf(test: Node, source: JavaScriptSource): Span[] {
  const declarations = declarationsOf(source.file.program);
  const found: Span[] = [];
  walk(test, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return;
    const declared = declarations.get(node.callee.name);
    if (isFunction(declared)) found.push(spanOf(declared, source));
  });
  return found;
}

/** Assertions from the likeliest to the least likely one to be meant. */
function candidates(source: JavaScriptSource, line: number): Candidate[] {
  const bindings = testBindings(source.file.program);
  const around = caseAround(source, bindings, line);
  const found: Candidate[] = [];
  const covered = new Set<Node>();
  walk(source.file.program, (node) => {
    const assertion = readAssertion(node, bindings);
    if (!assertion) return;
    // The steps of one chain are assertions only as a whole.
    if (!covered.has(node)) found.push({ ...spanOf(node, source), assertion });
    assertion.chain.links.forEach((link) => covered.add(link.node));
  });
  const size = ({ first, last }: Span): number => last - first;
  const within = (spans: readonly Span[]): Candidate[] =>
    found
      .filter((one) => spans.some((span) => one.first >= span.first && one.last <= span.last))
      .sort(
        (one, other) =>
          distance(one, line) - distance(other, line) ||
          size(one) - size(other) ||
          startOf(one.assertion.node) - startOf(other.assertion.node),
      );
  if (!around) return within([{ first: line - nearLines, last: line + nearLines }]);
  return [...within([around]), ...within(helpersOf(around.node, source))];
}

function editOf(assertion: Assertion, context: FlipContext): Edit | undefined {
  switch (assertion.style) {
    case 'expect':
    case 'should':
      return flipExpectChain(assertion, context);
    case 'response':
      return flipResponse(assertion, context);
    case 'assert':
    case 'context':
      return flipAssertCall(assertion, context);
    case 'helper':
      return undefined;
  }
}

/** Changes what the assertion at the line (1-based) expects, so that an honest assertion fails. */
export function flipJavaScriptExpectation(source: JavaScriptSource, line: number): ExpectationFlip | undefined {
  const { text, byteOrderMark, lines } = source;
  for (const { assertion } of candidates(source, line)) {
    const at = startOf(assertion.node);
    const digest = createHash('sha256').update(`${at}\n${text}`).digest('hex').slice(0, 12);
    const edit = editOf(assertion, { text, word: `tec-flip-${digest}` });
    if (!edit) continue;
    return {
      source: byteOrderMark + text.slice(0, edit.start) + edit.text + text.slice(edit.end),
      line: lines.lineOf(edit.start),
      from: text.slice(edit.start, edit.end),
      to: edit.text,
    };
  }
  return undefined;
}
