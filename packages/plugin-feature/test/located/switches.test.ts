import { expect } from 'chai';
import { switchesTurnedOn } from '../../dist/located/switches.js';

describe('a variable of the environment', () => {
  for (const line of [
    "  process.env.APP_SEARCH = '1';",
    "  process.env['APP_SEARCH'] = 'true';",
    "  vi.stubEnv('APP_SEARCH', 'on')",
    '    monkeypatch.setenv("APP_SEARCH", "1")',
    '    os.environ["APP_SEARCH"] = "yes"',
  ]) {
    it(`is turned on by ${line.trim()}`, () => {
      expect(switchesTurnedOn(line, 'find returns the notes that hold a word')).to.deep.equal(['APP_SEARCH']);
    });
  }

  it('may be turned on where the wish speaks of a switch', () => {
    const line = "process.env.APP_SEARCH = '1';";
    expect(switchesTurnedOn(line, 'the search is behind a flag')).to.deep.equal([]);
    expect(switchesTurnedOn(line, 'with APP_SEARCH=1 notes can be searched')).to.deep.equal([]);
  });

  it('is no switch where it holds a place, a name or a state of the machine', () => {
    const lines = "process.env.HOME = dir; process.env.API_TOKEN = 'abc'; process.env.CI = 'true'; env.X === '1'";
    expect(switchesTurnedOn(lines, 'find returns the notes')).to.deep.equal([]);
  });
});
