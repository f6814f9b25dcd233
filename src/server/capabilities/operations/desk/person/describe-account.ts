import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { findDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import { createDevices } from '#server/core/protection/devices/devices.repository.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import type { Look } from '#server/core/operations/desk/look.ts';
import type { Clock } from '#server/platform/clock.ts';
import { listLiveSessions } from '../administration.repository.ts';

/** An account as staff sees it: phones, emails, names and networks are masked. Times are in milliseconds. */
export interface SeenAccount extends Pick<Account, 'id' | 'number' | 'state' | 'region' | 'language' | 'createdAt'> {
  readonly willBeErasedAt: number | undefined;
  readonly signsIn: readonly string[];
  readonly devices: number;
  readonly sessions: readonly { readonly id: string; readonly createdAt: number; readonly lastSeenAt: number; readonly network: string }[];
}

/** The account of a look; undefined if it is gone. */
export async function describeAccount(
  { db, clock, accounts }: { readonly db: Db; readonly clock: Clock; readonly accounts: Pick<Accounts, 'findById'> },
  look: Look,
): Promise<SeenAccount | undefined> {
  const account = await accounts.findById(look.accountId);
  if (account === undefined || account.state === 'purged') return undefined;
  const { id, number, state, region, language, credentialEpoch, createdAt } = account;
  const sessions = state === 'active' ? await listLiveSessions(db, look, { credentialEpoch, at: clock.now() }) : [];
  const devices = state === 'active' ? await createDevices(db).list({ accountId: id, credentialEpoch }) : [];
  const shown = sessions.map(({ address, ...session }) => ({ ...session, id: session.id.slice(0, 16), network: maskIp(address) }));
  const willBeErasedAt = (await findDeletion(db, id))?.dueAt;
  const seen = { id, number, state, region, language, createdAt, willBeErasedAt };
  return { ...seen, signsIn: waysOf(account), devices: devices.length, sessions: shown };
}

function waysOf({ phone, email, username, passwordHash, socials }: Account): readonly string[] {
  return [
    ...(phone === null ? [] : [`phone ${maskPhone(phone)}`]),
    ...(email === null ? [] : [`email ${maskEmail(email)}`]),
    ...(username === null ? [] : [`username ${username.slice(0, 2)}***`]),
    passwordHash === null ? 'no password' : 'password',
    ...socials.map(({ platform }) => platform),
  ];
}
