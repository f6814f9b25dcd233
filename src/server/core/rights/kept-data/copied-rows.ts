import { dataTopics, type DataTopic } from '#contract/vocabulary/kept-data.ts';
import { personalColumns, type ColumnData } from '#server/platform/db/tables/table-data.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';

/** The columns of one table in one file of a copy. */
export interface CopiedTable {
  readonly table: AnyTable;
  readonly columns: readonly (readonly [name: string, data: CopiedColumn])[];
}

export type CopiedColumn = ColumnData & { readonly as: NonNullable<ColumnData['as']> };

/** A value in a copy: times as RFC 3339 in UTC, switches as booleans; null where nothing is kept. */
export type CopiedValue = string | number | boolean | null;

/** The tables of each file of a copy. A topic of which a copy has nothing is left out. */
export function copiedTopics(
  tables: readonly AnyTable[],
): readonly { readonly topic: DataTopic; readonly tables: readonly CopiedTable[] }[] {
  return dataTopics.flatMap((topic) => {
    const own = tables.flatMap((table) => {
      const columns = copiedColumns(table).filter(([, { thing }]) => topicOf(table, thing) === topic);
      return columns.length === 0 ? [] : [{ table, columns }];
    });
    return own.length === 0 ? [] : [{ topic, tables: own }];
  });
}

function copiedColumns(table: AnyTable): readonly (readonly [string, CopiedColumn])[] {
  return [...personalColumns(table)].flatMap(([name, { as, ...data }]) => (as === undefined ? [] : [[name, { ...data, as }] as const]));
}

function topicOf({ data }: AnyTable, thing: ColumnData['thing']): DataTopic | undefined {
  if (typeof data !== 'object') return undefined;
  return data.part?.things.includes(thing) === true ? data.part.topic : data.topic;
}

/**
 * `open` opens a text that is sealed in the column.
 * @throws {Error} for a value that its column must not have
 */
export function copiedValue(value: unknown, { as }: CopiedColumn, open: (sealed: string) => string): CopiedValue {
  if (value === null) return null;
  if (typeof value === 'string' && as === 'opened') return open(value);
  if (typeof value === 'string' && as === 'a text') return value;
  if (typeof value !== 'number') throw new Error(`${typeof value} is no value of ${as}`);
  return as === 'a time' ? new Date(value).toISOString() : as === 'a switch' ? value !== 0 : value;
}
