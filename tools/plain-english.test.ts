import { expect, test } from 'vitest';
import { unplainIn } from './plain-english.ts';

// Joined here, so that this file itself has none of them.
const someone = ['who', 'ever'].join('');
const asBefore = ['as', 'ever'].join(' ');
const british = ['cancel', 'led'].join('');

test.each([
  ['a comment of a line', 'src/a.ts', `const a = 1; // for ${someone} asks`, someone],
  ['a comment of many lines', 'src/a.tsx', `/**\n * Refused ${asBefore}.\n */\nexport const a = 1;`, asBefore],
  ['the name of a test', 'src/a.test.ts', `it('is ${british}', () => {});`, british],
  ['the name of a test for rows', 'src/a.test.ts', `describe.each([1])('${someone} comes', () => {});`, someone],
  ['the name of a browser test', 'e2e/a.spec.ts', `test(\`${someone} comes by \${way}\`, async () => {});`, someone],
  ['documentation', 'docs/a.md', `It goes to ${someone} asks.`, someone],
])('finds a word in %s', (_place, file, source, word) => {
  const line = source.slice(0, source.indexOf(word)).split('\n').length;
  expect(unplainIn(file, `${source}\n`)).toEqual([expect.stringContaining(`${file}:${line} “${word}”: write`)]);
});

test.each(['What a call takes.', 'Those of a page.', 'That of the request.', 'Of the value, in UTF-8.'])(
  'asks for a noun where a comment begins with “%s”',
  (comment) => {
    expect(unplainIn('src/a.ts', `/** ${comment} */\nexport const a = 1;\n`)).toEqual([expect.stringContaining('write a noun')]);
    expect(unplainIn('src/a.test.ts', `/** ${comment} */\nexport const a = 1;\n`)).toEqual([]);
  },
);

test.each([
  ['a value', 'src/a.ts', `export const state = '${british}';`],
  ['a value in a test', 'src/a.test.ts', `it('ends', () => expect(state).toBe('${british}'));`],
  ['a name in a comment', 'src/a.ts', `// \`app.${british}\` is an event`],
  ['code of documentation', 'docs/a.md', `An event: \`app.${british}\`.`],
])('leaves %s alone', (_place, file, source) => {
  expect(unplainIn(file, `${source}\n`)).toEqual([]);
});
