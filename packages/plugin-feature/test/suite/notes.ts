/** A list of notes that cannot be searched yet. */
export const notes = {
  'package.json': '{ "name": "notes", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/notes.js': `export function create() {
  const entries = [];
  return {
    add(text) {
      entries.push(text);
      return entries.length;
    },
    all() {
      return [...entries];
    },
  };
}
`,
  'test/notes.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { create } from '../src/notes.js';

test('keeps notes in order', () => {
  const notes = create();
  notes.add('one');
  notes.add('two');
  assert.deepEqual(notes.all(), ['one', 'two']);
});
`,
};

export const searchable = notes['src/notes.js'].replace(
  `    all() {`,
  `    find(word) {
      const wanted = word.toLowerCase();
      return entries.filter((entry) => entry.toLowerCase().includes(wanted));
    },
    clear() {
      entries.length = 0;
    },
    all() {`,
);

export const searchTest = `import test from 'node:test';
import assert from 'node:assert';
import { create } from '../src/notes.js';

test('finds notes by a word', () => {
  const notes = create();
  notes.add('Buy milk');
  notes.add('Call home');
  assert.deepEqual(notes.find('MILK'), ['Buy milk']);
});

test('clears all notes', () => {
  const notes = create();
  notes.add('one');
  notes.clear();
  assert.deepEqual(notes.all(), []);
});
`;

/** A clear() that clears nothing. */
export const idle = searchable.replace('      entries.length = 0;\n', '      return undefined;\n');

/** The claimed test of clear() never calls it; another test does. */
export const presenceTest = `${searchTest.replace("test('clears all notes'", "test('empties'")}
test('clears all notes', () => {
  assert.equal(typeof create().clear, 'function');
});
`;

export const task = {
  title: 'Add a search over notes',
  body: 'As a user I want to find notes by a word, and to clear them all.',
  acceptanceCriteria: ['find returns the notes that hold the word, whatever its case', 'clear removes all notes'],
};
