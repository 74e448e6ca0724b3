import { expect } from 'chai';
import { unwired } from '../../dist/located/wired.js';

const program: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "one", "type": "module", "main": "./src/index.js" }',
  'src/index.js': "export * from './notes.js';\n",
  'src/notes.js': 'export const notes = [];\n',
  'src/search.js': 'export const search = (word) => word;\n',
};

const of = (change: Readonly<Record<string, string>>, fresh: readonly string[]): string[] => [
  ...unwired(new Map(Object.entries({ ...program, ...change })), fresh),
];

describe('a new module', () => {
  it('that no file mentions is not wired', () => {
    expect(of({}, ['src/search.js'])).to.deep.equal(['src/search.js']);
  });

  it('that only another new module mentions, which nobody loads, is not wired', () => {
    const change = { 'src/words.js': "import { search } from './search.js';\nexport const words = search;\n" };
    expect(of(change, ['src/search.js', 'src/words.js'])).to.have.members(['src/search.js', 'src/words.js']);
  });

  const wired: readonly (readonly [name: string, change: Readonly<Record<string, string>>])[] = [
    ['that the entry exports', { 'src/index.js': "export * from './notes.js';\nexport * from './search.js';\n" }],
    ['that is loaded without an ending', { 'src/notes.js': "const { search } = require('./search');\n" }],
    ['that the manifest names', { 'package.json': '{ "main": "./src/index.js", "bin": "./src/search.js" }' }],
    ['that the manifest offers by a pattern', { 'package.json': '{ "exports": { "./*": "./src/*.js" } }' }],
    ['that a document tells people to load', { 'README.md': "    import { search } from 'one/src/search.js';\n" }],
    [
      'in a program that looks for its modules',
      { 'src/index.js': "for (const file of readdirSync('src')) load(file);\n" },
    ],
    ['that is a program itself', { 'src/search.js': '#!/usr/bin/env node\nconsole.log(1);\n' }],
    ['in a folder of modules that nobody loads by name', { 'src/index.js': 'export {};\n' }],
    ['that is a worker', { 'src/notes.js': "new Worker(new URL('./search.js', import.meta.url));\n" }],
  ];
  for (const [name, change] of wired) {
    it(`${name} is fine`, () => {
      expect(of(change, ['src/search.js'])).to.deep.equal([]);
    });
  }
});
