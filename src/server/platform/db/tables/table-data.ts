import { type RawBuilder, sql } from 'kysely';
import { thingForms, type KeptThing, type ThingForm } from '#contract/vocabulary/kept-data.ts';
import type { AnyTable, CopiedNumber } from './table.ts';

/** Reads what tables declare about the data of a person (`table.ts`). */

/** Meaning of a column to its person. */
export interface ColumnData {
  readonly thing: KeptThing;
  readonly form: ThingForm;
  /** How a copy writes the value; undefined for one that a copy does not have. */
  readonly as: 'a text' | 'opened' | CopiedNumber | undefined;
}

const words = /^(in the export as|derived from|sealed as) (\w+)(?:, (a time|a number|a switch|opened))?$/;
const forms: Readonly<Record<string, ThingForm>> = {
  'in the export as': thingForms[0],
  'derived from': thingForms[1],
  'sealed as': thingForms[2],
};

/** Undefined for a column that is not personal. */
export function columnData(word: unknown): ColumnData | undefined {
  const said = typeof word === 'object' && word !== null && 'export' in word ? word.export : word;
  const [, how = '', thing, number] = words.exec(String(said)) ?? [];
  const form = forms[how];
  if (form === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a declaration allows no other word
  return { thing, form, as: form === 'copied' ? (number ?? 'a text') : undefined } as ColumnData;
}

/** The personal columns of a table, by name. */
export function personalColumns({ columns }: AnyTable): ReadonlyMap<string, ColumnData> {
  return new Map(
    Object.entries(columns).flatMap(([column, word]) => {
      const data = columnData(word);
      return data === undefined ? [] : [[column, data] as const];
    }),
  );
}

/** The condition for the rows of an account; undefined for a table that has nothing to say to people. */
export function rowsOf({ erase, data }: AnyTable, accountId: string): RawBuilder<boolean> | undefined {
  if (data === undefined || typeof data === 'string') return undefined;
  const { of } = data;
  if (of !== undefined && 'column' in of) {
    const { column, key, owner } = of;
    return sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(of.in)} where ${sql.ref(owner)} = ${accountId})`;
  }
  if (of !== undefined) {
    return sql`(${sql.join(
      of.map((column) => sql`${sql.ref(column)} = ${accountId}`),
      sql` or `,
    )})`;
  }
  if (typeof erase !== 'object' || erase.rows === 'wait' || erase.of.startsWith('by ')) return undefined;
  return sql`${sql.ref(erase.of)} = ${`${'prefix' in erase ? (erase.prefix ?? '') : ''}${accountId}`}`;
}
