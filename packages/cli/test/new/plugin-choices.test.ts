import { InputError } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { completeChoices, nameProblem } from '../../dist/new/plugin-choices.js';
import { placeholders, renderTemplate } from '../../dist/new/render-template.js';

const versions = { version: '1.2.3', zod: '4.0.0' };

describe('the choices of tec new plugin', () => {
  it('take their defaults from the type', () => {
    const { name, directory, labels } = completeChoices({ type: 'DATA_MIGRATION' });
    expect({ name, directory, labels }).to.deep.equal({
      name: 'tec-plugin-data-migration',
      directory: 'tec-plugin-data-migration',
      labels: ['data-migration'],
    });
  });

  it('leave the scope out of the folder', () =>
    expect(completeChoices({ type: 'PERF', name: '@acme/perf' }).directory).to.equal('perf'));

  for (const type of ['bug', 'BUG', '9LIVES', 'A-B', '']) {
    it(`refuse the type ${JSON.stringify(type)}`, () =>
      expect(() => completeChoices({ type }))
        .to.throw(InputError)
        .with.property('code', 'input/usage'));
  }

  for (const name of ['Tec', 'a b', '@acme/', '../x', ''])
    it(`refuse the name ${JSON.stringify(name)}`, () => expect(nameProblem(name)).to.be.a('string'));
});

describe('the templates of tec new plugin', () => {
  it('keep a label with a line break in one string', () => {
    const values = placeholders(completeChoices({ type: 'PERF', labels: ['slow\nthing'] }), versions);
    expect(renderTemplate('{{labels}}', values, 'rule.ts')).to.equal("'slow thing': 3");
  });

  it('survive quotes in what a person types', () => {
    const values = placeholders(
      completeChoices({ type: 'PERF', description: 'It\'s "fast"\n', labels: ["it's"] }),
      versions,
    );
    expect(JSON.parse(renderTemplate('{"d":"{{description}}"}', values, 'package.json'))).to.deep.equal({
      d: 'It\'s "fast"\n',
    });
    expect(renderTemplate('{ {{labels}} }', values, 'rule.ts')).to.equal("{ 'it\\'s': 3 }");
  });

  it('refuse a placeholder that nobody fills', () =>
    expect(() => renderTemplate('{{nobody}}', {}, 'a.ts')).to.throw(/unknown placeholder nobody/));
});
