import type { TestFailure, TestResult } from '@typed-evidence-chain/core';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  // Also the numeric ones.
  processEntities: true,
  htmlEntities: true,
  isArray: (name) => name === 'testsuite' || name === 'testcase' || name === 'failure' || name === 'error',
});

/**
 * The test cases of a JUnit report (`testsuites` > `testsuite` > `testcase`); undefined where the text is none. Never
 * throws on garbage. The title is the name of the case behind its class name, where that is not the file's.
 */
export function parseJUnit(xml: string): readonly TestResult[] | undefined {
  // Entities that a report declares itself could make it grow without end.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined;
  const root = parseXml(xml);
  if (!isNode(root)) return undefined;
  const suites = isNode(root['testsuites'])
    ? nodes(root['testsuites']['testsuite'])
    : 'testsuites' in root
      ? []
      : nodes(root['testsuite']);
  if (suites.length === 0 && !('testsuites' in root)) return undefined;
  return suites.flatMap((suite) => readSuite(suite, ''));
}

function parseXml(xml: string): unknown {
  try {
    return parser.parse(xml);
  } catch (error) {
    // The parser refuses some texts that the validator lets through, such as an open comment at the end.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function readSuite(suite: Node, outerFile: string): TestResult[] {
  const file = attribute(suite, 'file') ?? attribute(suite, 'filepath') ?? outerFile;
  return [
    ...nodes(suite['testcase']).map((test) => readCase(test, file)),
    ...nodes(suite['testsuite']).flatMap((inner) => readSuite(inner, file)),
  ];
}

function readCase(test: Node, suiteFile: string): TestResult {
  const file = (attribute(test, 'file') ?? suiteFile).replace(/^\.\//, '');
  const name = attribute(test, 'name') ?? '';
  const group = attribute(test, 'classname') ?? '';
  const title = group === '' || group === file || name.startsWith(group) ? name : `${group} ${name}`;
  const failed = nodes(test['failure'])[0];
  const errored = nodes(test['error'])[0];
  const status =
    failed !== undefined ? 'failed' : errored !== undefined ? 'errored' : 'skipped' in test ? 'skipped' : 'passed';
  const seconds = Number(attribute(test, 'time'));
  const problem = failed ?? errored;
  return {
    id: { file, title, occurrence: 0 },
    status,
    ...(Number.isFinite(seconds) && attribute(test, 'time') !== undefined ? { durationMs: seconds * 1000 } : {}),
    ...(problem === undefined ? {} : { failure: toFailure(problem, failed !== undefined) }),
  };
}

function toFailure(node: Node, isFailure: boolean): TestFailure {
  const text = typeof node['#text'] === 'string' ? node['#text'] : '';
  const name = attribute(node, 'type') ?? (isFailure ? 'AssertionError' : 'Error');
  return {
    kind: isFailure ? (/assert|expect|fail/i.test(name) ? 'assertion' : 'error') : 'setup',
    name,
    message: (attribute(node, 'message') ?? text).slice(0, 8000),
    stack: [],
  };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An element with text only is a string, and an empty one is an empty string. */
function nodes(value: unknown): Node[] {
  if (!Array.isArray(value)) return isNode(value) ? [value] : [];
  return value.flatMap((item) => (isNode(item) ? [item] : typeof item === 'string' ? [{ '#text': item }] : []));
}

function attribute(node: Node, name: string): string | undefined {
  const value = node[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}
