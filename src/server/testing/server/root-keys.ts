import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { run } from '#server/admin/keys.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { createKeyring, type Keyring } from '#server/platform/crypto/keyring.ts';
import { purposes, type SealPurpose } from '#server/platform/crypto/purposes.ts';
import { openKeyring } from '#server/core/operations/keys/root-keys.ts';
import type { Db } from '#server/core/database/db.ts';

/** The part of a configuration about root keys. */
export type RootConfig = Pick<Config, 'secretKey' | 'acceptedKeys'>;

export function newRootKey(): Buffer {
  return randomBytes(32);
}

export function rootConfig(secretKey: Buffer, ...acceptedKeys: readonly Buffer[]): RootConfig {
  return { secretKey, acceptedKeys };
}

/** Runs an operator's command about keys with these root keys; returns the exit code. Prints to `console.log`. */
export async function keysCommand(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  config: RootConfig,
  ...words: readonly string[]
): Promise<number> {
  const { keyring } = await openKeyring({ db, clock }, config);
  return run(['keys', ...words], { db, clock, keyring });
}

/** Every text of the database, with its column and its row. */
async function* texts(
  db: Db,
): AsyncGenerator<{ readonly column: string; readonly text: string; readonly row: Readonly<Record<string, unknown>> }> {
  for (const { name } of await db.q().introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.q());
    for (const row of rows) {
      for (const [column, text] of Object.entries(row)) if (typeof text === 'string') yield { column: `${name}.${column}`, text, row };
    }
  }
}

const sealPurposes = Object.entries(purposes).flatMap(([purpose, { use }]) => (use === 'seal' ? [purpose] : []));

/** The columns with values that this root key has sealed, regardless of the table of purposes. */
export async function columnsSealedBy(db: Db, secret: Buffer): Promise<readonly string[]> {
  const keyring = createKeyring(secret);
  const found = new Set<string>();
  for await (const { column, text, row } of texts(db)) {
    const tried = [...sealPurposes, `openid:${String(row['model'])}`];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the purposes of seals
    if (tried.some((purpose) => opens(keyring, purpose as SealPurpose, text))) found.add(column);
  }
  return [...found].toSorted();
}

function opens(keyring: Keyring, purpose: SealPurpose, sealed: string): boolean {
  try {
    keyring.open(purpose, sealed);
    return true;
  } catch {
    return false;
  }
}
