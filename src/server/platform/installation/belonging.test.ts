// @one-database
/** Which database and which store go together. */
import { describe, expect, it } from 'vitest';
import { refusal, type Found } from './belonging.ts';

const ids = { same: 'one', other: 'two' } as const;

/** Every combination of what a start can find. */
const all: readonly Found[] = [null, ids.same].flatMap((id) =>
  [undefined, ids.same, ids.other].flatMap((mark) =>
    [true, false].flatMap((hasAccounts) => (['none', 'named', 'strange'] as const).map((files) => ({ id, mark, hasAccounts, files }))),
  ),
);

const start = (found: Found) => refusal(found) === undefined;

describe('a start', () => {
  it('is refused on a database without accounts beside files, whatever their marks', () => {
    const cases = all.filter(({ hasAccounts, files }) => !hasAccounts && files !== 'none');
    expect(cases).toHaveLength(12);
    expect(cases.filter(start)).toEqual([]);
  });

  it('is refused on a store with the mark of another installation', () => {
    const cases = all.filter(({ id, mark }) => id !== null && mark === ids.other);
    expect(cases).toHaveLength(6);
    expect(cases.filter(start)).toEqual([]);
  });

  it('is refused on a store with a mark and a database that never had one, unless it names the files', () => {
    const cases = all.filter(({ id, mark }) => id === null && mark !== undefined);
    expect(cases.filter(start).map(({ hasAccounts, files }) => [hasAccounts, files])).toEqual([
      [true, 'named'],
      [true, 'named'],
    ]);
  });

  it('is refused on files without a mark that the database does not name', () => {
    expect(all.filter(({ mark, files }) => mark === undefined && files === 'strange').filter(start)).toEqual([]);
  });

  it('continues with the same mark, a new store, and files of an earlier version', () => {
    const cases = all.filter(
      ({ id, mark, hasAccounts, files }) =>
        (mark === ids.same && id === ids.same && (hasAccounts || files === 'none')) ||
        (mark === undefined && (files === 'none' || (hasAccounts && files === 'named'))),
    );
    expect(cases.filter((found) => !start(found))).toEqual([]);
  });
});
