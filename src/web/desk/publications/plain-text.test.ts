import { expect, it } from 'vitest';
import { readChanges, readSections, writeChanges, writeSections } from './plain-text.ts';

const sections = [
  { heading: '', paragraphs: ['Before all.'] },
  { heading: 'One', paragraphs: ['A line\nand another.', 'A paragraph.'] },
  { heading: 'Two', paragraphs: [] },
];

it('a legal text is read as it was written', () => {
  expect(readSections(writeSections(sections))).toEqual(sections);
  expect(readSections('## One\nA paragraph at once.')).toEqual([{ heading: 'One', paragraphs: ['A paragraph at once.'] }]);
  expect(readSections('')).toEqual([]);
});

it('sentences about changes are read as they were written', () => {
  const changes = [
    { kind: 'new', text: 'A' },
    { kind: 'changed', text: 'B' },
    { kind: 'removed', text: 'C' },
  ] as const;
  expect(readChanges(writeChanges(changes))).toEqual(changes);
  expect(readChanges('\n Without a sign\n')).toEqual([{ kind: 'changed', text: 'Without a sign' }]);
});
