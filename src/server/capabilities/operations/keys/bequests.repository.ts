import { sql, type RawBuilder } from 'kysely';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { InheritedPurpose } from '#server/platform/crypto/purposes.ts';
import { inheritedKeyPurpose, type StoredBequest } from '#server/core/operations/keys/root-keys.ts';
import type { Db } from '#server/core/database/db.ts';
import { tableOf } from '#server/platform/db/tables/table-lives.ts';
import { isWithin, rowWindows } from '#server/platform/db/tables/row-windows.ts';

/** A stored key of one purpose that outlives its root key. */
export interface KeptBequest {
  readonly id: string;
  /** The name of the root key. */
  readonly from: string;
  readonly purpose: InheritedPurpose;
  readonly lastSeal: number;
  readonly retiresAt: number | null;
}

const rowsAtOnce = 5000;

export interface NewBequest extends Pick<KeptBequest, 'from' | 'purpose' | 'retiresAt'> {
  readonly sealed: string;
  readonly at: number;
}

/** Writes a bequest, or replaces the one from an earlier end of the same root key. */
export async function writeBequest(db: Db, { from, purpose, sealed, at, retiresAt }: NewBequest): Promise<void> {
  const changing = { sealed_part: sealed, created_at: at, retires_at: retiresAt };
  await db
    .q()
    .insertInto('keys')
    .values({
      id: `${inheritedKeyPurpose}:${from}:${purpose}`,
      purpose: inheritedKeyPurpose,
      public_part: `${from}:${purpose}`,
      ...changing,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute();
}

export async function listBequests({ db, keyring }: { readonly db: Db; readonly keyring: Keyring }): Promise<readonly KeptBequest[]> {
  const rows = await db.q().selectFrom('keys').selectAll().where('purpose', '=', inheritedKeyPurpose).orderBy('id').execute();
  return rows.map(({ id, public_part, sealed_part, retires_at }) => {
    const [from = '', purpose = ''] = public_part.split(':');
    const { lastSeal }: StoredBequest = JSON.parse(keyring.open(inheritedKeyPurpose, sealed_part));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only by `writeBequest`
    return { id, from, purpose: purpose as InheritedPurpose, lastSeal, retiresAt: retires_at };
  });
}

export async function removeBequest(db: Db, id: string): Promise<void> {
  await db.q().deleteFrom('keys').where('id', '=', id).where('purpose', '=', inheritedKeyPurpose).execute();
}

/** The number of the newest seal of the trail; 0 if there is none. */
export async function headOfTrail(db: Db): Promise<number> {
  const head = await db.q().selectFrom('audit_seals').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst();
  return head?.number ?? 0;
}

/** Counts the seals of the trail up to this one. */
export async function countSeals(db: Db, lastSeal: number): Promise<number> {
  const row = await db
    .q()
    .selectFrom('audit_seals')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('number', '<=', lastSeal)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts names that rest beyond this moment. The key behind the hash of a name is not known. */
export async function countRestingNames(db: Db, at: number): Promise<number> {
  const row = await db
    .q()
    .selectFrom('resting_names')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('rests_until', '>', at)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts former phones and emails from before this moment. */
export async function countFormerWays(db: Db, at: number): Promise<number> {
  const row = await db
    .q()
    .selectFrom('former_ways')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('left_at', '<=', at)
    .where('was', '<>', '')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The time when the last resting name becomes available. */
export async function lastRest(db: Db): Promise<number> {
  const row = await db
    .q()
    .selectFrom('resting_names')
    .select((eb) => eb.fn.max('rests_until').as('until'))
    .executeTakeFirst();
  return row?.until ?? 0;
}

/** Counts devices that signed in by this moment, are still signed in, and reported their hardware. */
export async function countDevices(db: Db, at: number): Promise<number> {
  return countRows(db, 'devices', sql`hardware <> '' and ended_at is null and first_seen_at <= ${at}`);
}

/** Counts unused recovery codes made before a moment. */
export async function countRecoveryCodes(db: Db, at: number): Promise<number> {
  return countRows(db, 'recovery_codes', sql`used_at is null and made_at <= ${at}`);
}

/** Counts legacy accounts that at this moment consisted only of the hash of their number. */
export async function countTombstones(db: Db, at: number): Promise<number> {
  return countRows(db, 'legacy_accounts', sql`sealed = '' and settled_at <= ${at}`);
}

/** Counts in batches, so that no statement runs long. */
async function countRows(db: Db, name: 'devices' | 'legacy_accounts' | 'recovery_codes', condition: RawBuilder<unknown>): Promise<number> {
  let count = 0;
  const table = tableOf(db, name);
  for await (const window of rowWindows(db, table, rowsAtOnce)) {
    const { rows } = await sql<{ count: unknown }>`
      select count(*) as count from ${sql.table(name)} where ${isWithin(table, window)} and ${condition}
    `.execute(db.q());
    count += Number(rows[0]?.count);
  }
  return count;
}
