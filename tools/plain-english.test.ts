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

test.each([
  ['It begins anew.', 'anew'],
  ['The page goes on.', 'goes on'],
  ['A name, as far as it is known.', 'as far as'],
  ['It waits for so long.', 'for so long'],
  ['It ends by itself.', 'by itself'],
  ['They end by themselves.', 'by themselves'],
  ['A key of its own.', 'of its own'],
  ['Keys of their own that last.', 'of their own'],
  ['It hears of the end.', 'hears of'],
  ['It hears that it is over.', 'hears that'],
  ['The codes of before are void.', 'of before'],
  ['A ticket that is none.', 'that is none'],
  ['It ends. Who comes later is refused.', 'Who'],
  ['It works with the keyboard alone.', 'with the keyboard alone'],
  ['It has names alone.', 'names alone'],
])('replaces words of “%s” in comments and sentences', (sentence, words) => {
  const problem = [expect.stringContaining(`“${words}”: write`)];
  expect(unplainIn('src/a.ts', `// ${sentence}\n`)).toEqual(problem);
  expect(unplainIn('src/a.ts', `export const a = { summary: ${JSON.stringify(sentence)} };\n`)).toEqual(problem);
  expect(unplainIn('src/a.tsx', `export const a = <p>{b} ${sentence}</p>;\n`)).toEqual(problem);
});

test.each(['What a call takes.', 'Who runs an app.', 'Those of a page.', 'That of the request.', 'Of the value, in UTF-8.'])(
  'asks for a noun where a comment or a description begins with “%s”',
  (comment) => {
    const problem = [expect.stringContaining('write a noun')];
    expect(unplainIn('src/a.ts', `/** ${comment} */\nexport const a = 1;\n`)).toEqual(problem);
    expect(unplainIn('src/a.ts', `export const a = { description: '${comment.toLowerCase()}' };\n`)).toEqual(problem);
    expect(unplainIn('src/a.test.ts', `/** ${comment} */\nexport const a = 1;\n`)).toEqual([]);
  },
);

test.each([
  ['a value', 'src/a.ts', `export const state = '${british}';`],
  ['a value in a test', 'src/a.test.ts', `it('ends', () => expect(state).toBe('${british}'));`],
  ['a name in a comment', 'src/a.ts', `// \`app.${british}\` is an event`],
  ['what the product leaves untouched', 'docs/a.md', 'It leaves the name in the list alone.'],
  ['an owner before a noun', 'docs/a.md', 'The tokens of its own app.'],
  ['the absence of a value', 'docs/a.md', 'Undefined if there is none.'],
  ['a question', 'docs/a.md', 'It asks first. Who signs in?'],
  ['a statement for the database', 'src/a.ts', `export const done = "delete from a where state = '${british}'";`],
  ['code of documentation', 'docs/a.md', `An event: \`app.${british}\`.`],
])('leaves %s alone', (_place, file, source) => {
  expect(unplainIn(file, `${source}\n`)).toEqual([]);
});
