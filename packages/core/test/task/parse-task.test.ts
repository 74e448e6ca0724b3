import { InputError, parseTask } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';

const failure = (run: () => unknown): InputError => {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('parseTask', () => {
  it('numbers bare criteria and makes an id from the title', () => {
    const task = parseTask('{"title":"Fix the Büg!","acceptanceCriteria":["one","two"]}', 'json');
    expect(task.id).to.equal('fix-the-bug');
    expect(task.acceptanceCriteria).to.deep.equal([
      { id: 'AC1', text: 'one' },
      { id: 'AC2', text: 'two' },
    ]);
  });

  it('reads YAML', () => {
    const task = parseTask('title: A\nlabels: [bug]\nscope:\n  allow: ["src/**"]\n', 'yaml');
    expect(task.labels).to.deep.equal(['bug']);
    expect(task.scope?.allow).to.deep.equal(['src/**']);
  });

  it('reads Markdown: front matter, first heading, check list, rest', () => {
    const text =
      '---\nlabels: [bug]\n---\n# Title here\n\nSome body.\n\n## Acceptance criteria\n\n- [ ] first\n- [x] AC7: second\n\n## More\n\ndetails\n';
    const task = parseTask(text, 'markdown');
    expect(task.title).to.equal('Title here');
    expect(task.labels).to.deep.equal(['bug']);
    expect(task.acceptanceCriteria).to.deep.equal([
      { id: 'AC1', text: 'first' },
      { id: 'AC7', text: 'second' },
    ]);
    expect(task.body).to.contain('Some body.').and.to.contain('details');
  });

  it('names file, field and remedy of what does not fit', () => {
    const error = failure(() => parseTask('{"title":"A","labels":"bug"}', 'json', 'task.json'));
    expect(error).to.include({ code: 'input/schema', file: 'task.json', field: 'labels', exitCode: 2 });
    expect(error.remedy).to.be.a('string');
  });

  it('says where JSON is broken', () => {
    expect(failure(() => parseTask('{"title":', 'json', 'task.json')).code).to.equal('input/not-parsable');
  });

  it('refuses a task without a title', () => {
    expect(failure(() => parseTask('{}', 'json')).field).to.equal('title');
  });

  it('refuses one id for two criteria', () => {
    const text = '{"title":"A","acceptanceCriteria":[{"id":"X1","text":"a"},{"id":"X1","text":"b"}]}';
    expect(failure(() => parseTask(text, 'json')).message).to.contain('X1');
  });

  it('gives a task or an InputError for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('json', 'yaml', 'markdown'), (text, format) => {
        try {
          expect(parseTask(text, format as 'json').title).to.be.a('string');
        } catch (error) {
          expect(error).to.be.instanceOf(InputError);
        }
      }),
    );
  });
});
