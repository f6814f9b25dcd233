import { sql } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { tableOf } from '#server/platform/db/tables/table-lives.ts';
import { isWithin, rowWindows, type RowKey, type RowWindow } from '#server/platform/db/tables/row-windows.ts';
import { nameLength } from '#server/platform/crypto/keyring.ts';
import { sealsByPurpose, type SealedColumn } from '#server/core/database/key-columns.ts';
import type { SealPurpose } from '#server/platform/crypto/purposes.ts';

export interface SealedRow {
  readonly key: RowKey;
  readonly purpose: SealPurpose;
  readonly sealed: string;
}

/** For a column shared by several purposes, the column that names the purpose of a row. */
const namingColumns: Readonly<Record<string, readonly string[]>> = { keys: ['purpose'] };

/** A column of sealed texts, read and written by the primary key of its table. */
export function sealedRows(db: Db, name: SealedColumn) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name has the form of its type
  const [tableName, column] = name.split('.') as [keyof Database, string];
  const { key: keyColumns } = tableOf(db, tableName);
  const table = { name: tableName, key: keyColumns };
  const key = sql.join(keyColumns.map((one) => sql.ref(one)));
  const value = sql.ref(column);
  const begins = sql<string>`substr(${value}, 1, ${sql.lit(nameLength)})`;
  const isFilled = sql`${value} is not null and ${value} <> ''`;

  return {
    windows: (rowsAtOnce: number) => rowWindows(db, table, rowsAtOnce),

    /** Number of texts by prefix. */
    async countByName(window: RowWindow): Promise<readonly { readonly name: string; readonly count: number }[]> {
      const { rows } = await sql<{ name: string; count: unknown }>`
        select ${begins} as name, count(*) as count from ${sql.table(tableName)} where ${isWithin(table, window)} and ${isFilled} group by ${begins}
      `.execute(db.q());
      return rows.map((row) => ({ name: row.name, count: Number(row.count) }));
    },

    /** Texts without this name as prefix. */
    async othersThan(current: string, window: RowWindow): Promise<readonly SealedRow[]> {
      const columns = [...keyColumns, column, ...(namingColumns[tableName] ?? [])].map((one) => sql.ref(one));
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(columns)} from ${sql.table(tableName)}
        where ${isWithin(table, window)} and ${isFilled} and ${begins} <> ${current} order by ${key}
      `.execute(db.q());
      return rows.map((row) => ({
        key: keyColumns.map((one) => String(row[one])),
        purpose: purposeIn(name, row),
        sealed: String(row[column]),
      }));
    },

    /** Replaces a text unless it has changed: false in that case. */
    async replace({ key: of, sealed }: Pick<SealedRow, 'key' | 'sealed'>, by: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update ${sql.table(tableName)} set ${value} = ${by} where (${key}) = (${sql.join(of)}) and ${value} = ${sealed}
      `.execute(db.q());
      return numAffectedRows === 1n;
    },
  };
}

/** Seal purpose of the text in a row. */
function purposeIn(name: SealedColumn, row: Readonly<Record<string, unknown>>): SealPurpose {
  const sharing = sealsByPurpose.filter(([, columns]) => columns.includes(name)).map(([purpose]) => purpose);
  const found = sharing.length === 1 ? sharing[0] : sharing.find((purpose) => purpose === row['purpose']);
  if (found === undefined) throw new Error(`a row of ${name} has no purpose`);
  return found === 'openid' ? `openid:${String(row['model'])}` : found;
}
