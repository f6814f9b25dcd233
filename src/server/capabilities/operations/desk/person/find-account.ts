import type { Account } from '#server/core/account/accounts/account.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { readSubject, type FindKind } from '#contract/operations/desk/find-kind.ts';
import { readReference } from '#server/core/protection/notices/reference.ts';
import { identifier, signInIdentifier, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import { knownPerson, type KnownPersonDeps } from '#server/core/apps/openid/known-person.ts';
import type { Db } from '#server/core/database/db.ts';
import { findIdByDevice, findIdByNumber, findIdByReference } from '../administration.repository.ts';

/** Facts of an account that are known without a look at it. */
export type AccountReference = Pick<Account, 'id' | 'state' | 'version'>;

/** Finds an account by phone, email, username, ID (12 digits) or internal id. */
export async function findAccount(
  { db, accounts }: { readonly db: Db; readonly accounts: Pick<Accounts, 'find' | 'findById'> },
  text: string,
): Promise<AccountReference | undefined> {
  const id = /^\d{12}$/.test(text) ? await findIdByNumber(db, text) : text;
  const byId = id === undefined ? undefined : await accounts.findById(id);
  if (byId) return referenceOf(byId);
  const typed = signInIdentifier(text);
  return typed && referenceOf(await accounts.find(typed.kind, typed.value));
}

interface KindDeps extends KnownPersonDeps {
  readonly accounts: Pick<Accounts, 'findId'>;
}

/** Finds the internal id of an account by one exact text of these kinds, in their order. */
export async function findByKinds(
  deps: KindDeps,
  text: string,
  kinds: readonly FindKind[],
): Promise<{ readonly kind: FindKind; readonly accountId: string } | undefined> {
  for (const kind of kinds) {
    const accountId = kind === 'app' ? undefined : await idBy[kind](deps, text);
    if (accountId !== undefined) return { kind, accountId };
  }
  return undefined;
}

const byIdentifier = (kind: IdentifierKind) => async (deps: KindDeps, text: string) => {
  const typed = identifier(kind, text);
  return typed && deps.accounts.findId(typed.kind, typed.value);
};

const idBy = {
  phone: byIdentifier('phone'),
  email: byIdentifier('email'),
  username: byIdentifier('username'),
  number: ({ db }, text) => findIdByNumber(db, text.replaceAll(/[ -]/g, '')),
  reference: ({ db }, text) => findIdByReference(db, readReference(text) ?? ''),
  device: ({ db }, text) => findIdByDevice(db, text),
  subject: async (deps, text) => {
    const known = readSubject(text);
    return known && knownPerson(deps, known);
  },
} as const satisfies Record<Exclude<FindKind, 'app'>, (deps: KindDeps, text: string) => Promise<string | undefined>>;

function referenceOf(account: Account | undefined): AccountReference | undefined {
  return account && { id: account.id, state: account.state, version: account.version };
}
