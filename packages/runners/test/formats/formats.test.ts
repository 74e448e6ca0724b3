import { expect } from 'chai';
import fc from 'fast-check';
import { parseGoTest, parseJUnit, parseTap } from '@typed-evidence-chain/runners/formats';

const escape = (text: string): string => text.replace(/[<>&"'\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== '');
const status = fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const);

describe('parseJUnit', () => {
  it('reads back any names and statuses', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, status), { minLength: 1 }), (cases) => {
        const body = { passed: '', failed: '<failure type="AssertionError" message="no"/>', skipped: '<skipped/>' };
        const xml = `<?xml version="1.0"?><testsuites><testsuite file="a.rb">${cases.map(([title, kind]) => `<testcase name="${escape(title)}" time="0.5">${body[kind]}</testcase>`).join('')}</testsuite></testsuites>`;
        expect(parseJUnit(xml)?.map((test) => [test.id.title, test.status])).to.deep.equal(cases);
      }),
    );
  });

  it('reads errors, nested suites and class names', () => {
    const xml = `<testsuite file="x.py"><testsuite><testcase classname="A" name="b"><error message="m">text</error></testcase></testsuite></testsuite>`;
    expect(parseJUnit(xml)).to.deep.equal([
      {
        id: { file: 'x.py', title: 'A b', occurrence: 0 },
        status: 'errored',
        failure: { kind: 'setup', name: 'Error', message: 'm', stack: [] },
      },
    ]);
  });

  it('takes no entities that the report declares', () => {
    expect(parseJUnit('<!DOCTYPE x [<!ENTITY a "b">]><testsuite><testcase name="&a;"/></testsuite>')).to.equal(
      undefined,
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseJUnit(text)));
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<testsuites>',
            '<testsuite name="',
            '<testcase',
            '/>',
            '>',
            '"',
            '</testsuite>',
            '<failure>',
            ' ',
            'x',
            '<!--',
            ']]>',
          ),
        ),
        (parts) => void parseJUnit(parts.join('')),
      ),
    );
  });
});

describe('parseGoTest', () => {
  const word = fc.stringMatching(/^[A-Za-z]\w{0,10}$/);

  it('reads back any tests, between whatever else is printed', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(word, status), { minLength: 1, selector: ([test]) => test }),
        fc.string(),
        (cases, noise) => {
          const action = { passed: 'pass', failed: 'fail', skipped: 'skip' };
          const lines = cases.flatMap(([Test, kind]) => [
            JSON.stringify({ Action: 'run', Package: 'p', Test }),
            noise.replace(/^[{\s]+/gm, ''),
            JSON.stringify({ Action: action[kind], Package: 'p', Test, Elapsed: 0.1 }),
          ]);
          expect(parseGoTest(lines.join('\n'))?.map((test) => [test.id.title, test.status])).to.deep.equal(cases);
        },
      ),
    );
  });

  it('tells a package that could not be built, and a test that never ended', () => {
    const events = [
      { Action: 'output', Package: 'a', Output: 'undefined: x' },
      { Action: 'fail', Package: 'a' },
      { Action: 'run', Package: 'b', Test: 'T' },
    ];
    expect(
      parseGoTest(events.map((event) => JSON.stringify(event)).join('\n'))?.map((test) => [
        test.id.file,
        test.id.title,
        test.status,
        test.failure?.kind,
      ]),
    ).to.deep.equal([
      ['a', '', 'errored', 'load'],
      ['b', 'T', 'crashed', 'exit'],
    ]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseGoTest(text)));
    fc.assert(fc.property(fc.json(), (text) => void parseGoTest(text)));
  });
});

describe('parseTap', () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,10}[a-z]$/);

  it('reads back any names and statuses', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, status), { minLength: 1 }), (cases) => {
        const line = {
          passed: (n: string) => `ok - ${n}`,
          failed: (n: string) => `not ok - ${n}`,
          skipped: (n: string) => `ok - ${n} # SKIP`,
        };
        const text = `TAP version 13\n${cases.map(([title, kind]) => line[kind](title)).join('\n')}\n1..${cases.length}\n`;
        const report = parseTap(text);
        expect(report?.isComplete).to.equal(true);
        expect(report?.tests.map((test) => [test.id.title, test.status])).to.deep.equal(cases);
      }),
    );
  });

  it('sees that tests are missing', () => {
    expect(parseTap('ok 1 - a\n1..2\n')?.isComplete).to.equal(false);
    expect(parseTap('ok 1 - a\n')?.isComplete).to.equal(false);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseTap(text)));
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'ok',
            'not ok',
            '1..1',
            '# Subtest: x',
            '    ok 1',
            '  ---',
            '  ...',
            'Bail out!',
            'pragma +strict',
          ),
        ),
        (lines) => void parseTap(lines.join('\n')),
      ),
    );
  });
});
