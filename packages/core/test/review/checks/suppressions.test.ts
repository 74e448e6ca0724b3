import { expect } from 'chai';
import { isSilenced } from '../../../dist/review/checks/repo/suppressions.js';

describe('isSilenced', () => {
  const silent: [kind: 'lint' | 'typecheck', after: string][] = [
    ['typecheck', '// @ts-nocheck\nf();\n'],
    ['typecheck', '/* @ts-nocheck */\nf();\n'],
    ['typecheck', '"""Text."""\n# mypy: ignore-errors\n'],
    ['lint', '/* eslint-disable */\nf();\n'],
    ['lint', '# flake8: noqa\nf()\n'],
  ];
  for (const [kind, after] of silent)
    it(`holds for ${after.split('\n').find((line) => /[#/]/.test(line)) ?? ''}`, () =>
      expect(isSilenced(kind, 'f();\n', after)).to.equal(true));

  const fine: [what: string, kind: 'lint' | 'typecheck', before: string, after: string][] = [
    ['a file that was silenced before', 'typecheck', '// @ts-nocheck\nf();\n', '// @ts-nocheck\ng();\n'],
    ['a single line', 'typecheck', 'f();\n', '// @ts-expect-error the types lag behind\nf();\n'],
    ['rules by name', 'lint', 'f();\n', '/* eslint-disable no-console */\nf();\n'],
    ['a text', 'typecheck', 'f();\n', "f('// @ts-nocheck');\n"],
    ['the other check', 'lint', 'f();\n', '// @ts-nocheck\nf();\n'],
  ];
  for (const [what, kind, before, after] of fine)
    it(`does not hold for ${what}`, () => expect(isSilenced(kind, before, after)).to.equal(false));
});
