import type { Platform } from '#contract/vocabulary/platforms.ts';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { relinkSocial, socialRows, type SocialRows } from './social-rows.repository.ts';
import type { PasskeyRow } from '#server/core/sign-in/passkeys/passkeys.repository.ts';
import { spendFormerCode } from '#server/core/sign-in/two-step/step-codes.ts';
import type { Store } from '#server/core/store.ts';
import type { FormerWay, FormerWays } from '#server/core/sign-in/ways/former-ways.ts';
import type { Taking } from '#server/core/sign-in/ways/taking.ts';
import type { Way, WayId } from '#server/core/sign-in/ways/way.ts';
import { dropApp, dropContact, dropPasskey, dropRecoveryCodes, dropSocialAccounts } from '#server/core/sign-in/ways/drop-ways.guarded.ts';
import { paperWay, passkeyWay, totpWay, type Ways } from '#server/core/sign-in/ways/ways.ts';
import {
  findApp,
  findPaper,
  findPasskey,
  insertApp,
  insertPaper,
  insertPasskey,
  type CodeRow,
  type TotpRow,
} from './former-things.repository.ts';

/** An app, a passkey, a sheet of recovery codes or a social account of an account. */
export type Thing =
  | { readonly kind: 'totp' | 'passkey'; readonly id: string }
  | { readonly kind: 'recoveryCode'; readonly madeAt: number }
  | { readonly kind: 'social'; readonly platform: Platform };

/** An authenticator app with its key, which its own table keeps sealed. */
export interface FormerApp extends TotpRow {
  /** 160 bits, base64url. */
  readonly secret: string;
}

export interface FormerThingsDeps {
  readonly store: Store;
  readonly identity: { readonly ways: Pick<Ways, 'of'>; readonly formers: FormerWays };
}

/** Recovery codes that others replaced: those of one sheet that were not used then. */
interface FormerPaper {
  readonly madeAt: number;
  readonly codes: readonly CodeRow[];
}

/**
 * Before one goes, in its transaction: it keeps proving in a recovery what it proved,
 * and a freeze puts it back. One that proved nothing leaves nothing.
 */
export async function keepFormerThing(
  { store, identity: { ways, formers } }: FormerThingsDeps,
  account: Account,
  { thing, by }: { readonly thing: Thing; readonly by: Taking },
): Promise<void> {
  const found = await readThing(store, account.id, thing);
  if (found === undefined) return;
  const all = await ways.of(account);
  const way = all.own.find(({ id }) => id === found.way.id) ?? all.known.get(found.way.id) ?? found.way;
  if (way.isSuspect) return;
  const leftBy = thing.kind === 'recoveryCode' ? 'replaced' : 'removed';
  await formers.keep({ account, way, value: JSON.stringify(found.value), leftBy, by, ways: all });
}

/** Before new codes replace those of an account, in their transaction. */
export async function keepFormerPaper(deps: FormerThingsDeps, account: Account, by: Taking): Promise<void> {
  const { madeAt } = account.recoveryCodes;
  if (madeAt !== null) await keepFormerThing(deps, account, { thing: { kind: 'recoveryCode', madeAt }, by });
}

/** Takes a way out of an account, in the caller's transaction. `keep` gets what it was, before; the caller clears a password. */
export async function dropWay(store: Store, account: Account, way: Way, keep: (value: string) => Promise<void>): Promise<void> {
  const { db } = store;
  const { id: accountId } = account;
  const id = way.id.slice(way.id.indexOf(':') + 1);
  switch (way.kind) {
    case 'phone':
    case 'email': {
      const value = way.kind === 'phone' ? account.phone : account.emailShown;
      if (value !== null) await keep(value);
      return dropContact(db, { accountId, kind: way.kind });
    }
    case 'password':
      if (account.passwordHash !== null) await keep(account.passwordHash);
      return;
    case 'social':
      for (const social of await socialRows(db, { accountId, since: 0 })) await keep(JSON.stringify(social));
      return dropSocialAccounts(db, accountId);
    case 'totp':
    case 'passkey': {
      const found = await readThing(store, accountId, { kind: way.kind, id });
      if (found !== undefined && !way.isSuspect) await keep(JSON.stringify(found.value));
      return way.kind === 'totp' ? dropApp(db, { accountId, id }) : dropPasskey(db, { accountId, id });
    }
    case 'recoveryCode': {
      const found = await readThing(store, accountId, { kind: 'recoveryCode', madeAt: Number(id) });
      if (found !== undefined) await keep(JSON.stringify(found.value));
      return dropRecoveryCodes(db, accountId);
    }
  }
}

type Value = FormerApp | PasskeyRow | FormerPaper | SocialRows;

async function readThing(
  { db, keyring }: Store,
  accountId: string,
  thing: Thing,
): Promise<{ readonly way: Way; readonly value: Value } | undefined> {
  switch (thing.kind) {
    case 'totp': {
      const app = await findApp(db, { accountId, id: thing.id });
      if (app === undefined) return undefined;
      const value: FormerApp = { ...app, sealed: '', secret: keyring.open('totp-secret', app.sealed) };
      return { way: newWay(totpWay(app.id), 'totp', app.created_at), value };
    }
    case 'passkey': {
      const value = await findPasskey(db, { accountId, id: thing.id });
      return value && { way: newWay(passkeyWay(value.id), 'passkey', value.created_at), value };
    }
    case 'recoveryCode': {
      const codes = await findPaper(db, { accountId, madeAt: thing.madeAt });
      if (codes.length === 0) return undefined;
      const value: FormerPaper = { madeAt: thing.madeAt, codes };
      return { way: newWay(paperWay(thing.madeAt), 'recoveryCode', thing.madeAt), value };
    }
    case 'social': {
      const value = (await socialRows(db, { accountId, since: 0 })).find(({ platform }) => platform === thing.platform);
      return value && { way: newWay(`social:${value.boundAt}`, 'social', value.boundAt), value };
    }
  }
}

function newWay(id: WayId, kind: WayKind, at: number): Way {
  return { id, kind, carriers: wayRows[kind].carriers, addedAt: at, vouchedBy: null, ownRootAt: at, isSuspect: false, state: 'current' };
}

/** Whether a former way of this kind is kept with all that it was. */
export function isThing(kind: WayKind): boolean {
  return kind === 'totp' || kind === 'passkey' || kind === 'recoveryCode' || kind === 'social';
}

/** Puts a former thing back, in the caller's transaction: false where another account has it by now. */
export async function putThingBack(store: Store, accountId: string, { way: { kind }, value }: FormerWay): Promise<boolean> {
  const { db, keyring } = store;
  if (kind === 'totp') {
    const { secret, ...row } = appIn(value);
    return insertApp(db, { ...row, account_id: accountId, sealed: keyring.seal('totp-secret', secret) });
  }
  if (kind === 'recoveryCode') return putPaperBack(store, accountId, paperIn(value));
  if (kind === 'passkey') return insertPasskey(db, { ...passkeyIn(value), account_id: accountId });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keepFormerThing` writes it
  return kind === 'social' && relinkSocial(db, accountId, JSON.parse(value) as SocialRows);
}

/** The name that its owner gave it, or ''. */
export function nameOfThing(value: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keepFormerThing` writes it
  return (JSON.parse(value) as { readonly name?: string }).name ?? '';
}

/** So many former passwords are compared. */
export const comparedPasswords = 3;

/**
 * First those that another root took out a moment ago, however often their owner had changed them before; then those that had been
 * there longest, because a thief who replaces a way twice puts another one between.
 */
export function inOrderOfTrust(formers: readonly FormerWay[]): readonly FormerWay[] {
  const rank = ({ way: { state } }: FormerWay) => (state === 'taken' ? 0 : 1);
  return formers.toSorted((one, other) => rank(one) - rank(other) || one.way.addedAt - other.way.addedAt);
}

/** The former passwords that are compared. */
export function formerPasswords(formers: readonly FormerWay[]): readonly FormerWay[] {
  return inOrderOfTrust(formers.filter(({ way }) => way.kind === 'password')).slice(0, comparedPasswords);
}

export function formerApps(formers: readonly FormerWay[]): readonly FormerApp[] {
  return formers.filter(({ way }) => way.kind === 'totp').map(({ value }) => appIn(value));
}

export function formerPapers(formers: readonly FormerWay[]): readonly FormerPaper[] {
  return formers.filter(({ way }) => way.kind === 'recoveryCode').map(({ value }) => paperIn(value));
}

export function formerPasskeys(formers: readonly FormerWay[]): readonly PasskeyRow[] {
  return formers.filter(({ way }) => way.kind === 'passkey').map(({ value }) => passkeyIn(value));
}

function appIn(value: string): FormerApp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keepFormerThing` writes it
  return JSON.parse(value) as FormerApp;
}

function paperIn(value: string): FormerPaper {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keepFormerThing` writes it
  return JSON.parse(value) as FormerPaper;
}

/** Restores the rest of a sheet. A code that was shown in a recovery does not come back. */
async function putPaperBack({ db, clock }: Store, accountId: string, { codes }: FormerPaper): Promise<boolean> {
  const left: CodeRow[] = [];
  for (const code of codes) if (await spendFormerCode(db, { mac: code.mac, at: clock.now() })) left.push(code);
  return insertPaper(db, accountId, left);
}

function passkeyIn(value: string): PasskeyRow {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keepFormerThing` writes it
  return JSON.parse(value) as PasskeyRow;
}
