import type { DataOf } from '#contract/schema.ts';
import type { passkeysSchemas } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { makerOf } from '#server/core/sign-in/passkeys/makers.ts';
import type { PasskeyRow } from '#server/core/sign-in/passkeys/passkeys.ts';
import { kindOf } from '#server/core/sign-in/ways/way.ts';
import { passkeyWay, type AccountWays } from '#server/core/sign-in/ways/ways.ts';
import type { AddPasskeyDeps } from './add-passkey.ts';

type ListedPasskeys = DataOf<typeof passkeysSchemas.listPasskeys>;

export type ListedPasskey = ListedPasskeys['passkeys'][number];

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(deps: AddPasskeyDeps, account: Account): Promise<ListedPasskeys> {
  const { passkeys } = deps.evidence;
  const ways = await deps.identity.ways.of(account);
  const rows = await passkeys.of(account);
  return { passkeys: rows.map((row) => listed(row, ways)), signals: await passkeys.signalsOf(account) };
}

/** One of them, as the list shows it. */
export async function listedPasskey(deps: AddPasskeyDeps, account: Account, id: string): Promise<ListedPasskey> {
  const found = (await listPasskeys(deps, account)).passkeys.find((passkey) => passkey.id === id);
  if (found === undefined) throw new Error('the passkey was not found');
  return found;
}

function listed(row: PasskeyRow, { known, now }: AccountWays): ListedPasskey {
  const way = known.get(passkeyWay(row.id));
  const rests = way === undefined || way.vouchedBy === null || now >= way.ownRootAt ? null : way.vouchedBy;
  return {
    id: row.id,
    name: row.name,
    maker: makerOf(row.aaguid),
    synced: row.backup_eligible === 1,
    createdAt: isoTime(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
    place: row.last_place,
    suspect: row.suspect_at !== null,
    rests: rests === null ? null : { way: kindOf(rests), until: isoTime(way?.ownRootAt ?? now) },
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
