import { expect } from 'chai';
import { lostEntries } from '../../dist/surface/lost-entries.js';

const entry = (
  name: string,
  values: readonly string[],
  {
    conditions = [],
    files = ['index.js'],
    types = [],
  }: Partial<Record<'conditions' | 'files' | 'types', string[]>> = {},
) => ({
  name,
  folder: '',
  conditions,
  files,
  offered: { values: new Set(values), types: new Set(types), modules: new Set(files) },
});

describe('lostEntries', () => {
  it('finds values, types and defaults that are gone', () =>
    expect(lostEntries([entry('.', ['a', 'default'], { types: ['T'] })], [entry('.', [])])).to.deep.equal({
      values: ['a', 'default of index.js'],
      types: ['T'],
      ways: [],
    }));
  it('lets a type become a value', () =>
    expect(lostEntries([entry('.', [], { types: ['T'] })], [entry('.', ['T'])]).types).to.deep.equal([]));
  it('finds a way in that is gone', () =>
    expect(lostEntries([entry('./sub', [])], [entry('.', [])]).ways).to.deep.equal([
      './sub is no longer a way into the package',
    ]));
  it('finds a condition that is gone', () =>
    expect(
      lostEntries([entry('.', [], { conditions: ['import', 'require'] })], [entry('.', [], { conditions: ['import'] })])
        .ways,
    ).to.deep.equal(['. is no longer there for require']));
  it('finds an entry that leads nowhere', () =>
    expect(lostEntries([entry('.', ['a'])], [entry('.', [], { files: [] })]).ways).to.deep.equal([
      '. leads to a file that is not there',
    ]));
  it('claims nothing where the head passes on a module that cannot be read', () =>
    expect(lostEntries([entry('.', ['a'])], [entry('.', ['* from other'])]).values).to.deep.equal([]));
});
