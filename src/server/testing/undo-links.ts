import type { Account } from '#server/core/accounts/account.ts';
import { canon } from '#server/core/accounts/identifier.ts';
import { writeSnapshot } from '#server/capabilities/contacts/contact-snapshot.ts';
import type { TestApp } from './test-app.ts';

/**
 * A link that undoes the last change of a phone or an email, as the version before this one sent it to a contact: they
 * live for 72 hours beyond an upgrade.
 */
export async function undoLinkTo(app: TestApp, to: string): Promise<string> {
  const { identity, evidence } = app.wiring.core;
  const kind = to.includes('@') ? 'email' : 'phone';
  const value = canon(kind, to) ?? to;
  const id = (await identity.accounts.find(kind, value))?.id ?? (await identity.formers.ownerOf(kind, value));
  const account = id === undefined ? undefined : await identity.accounts.findById(id);
  if (account === undefined) throw new Error(`no account has or had ${to}`);
  const { before, at } = await beforeLastChange(app, account, kind);
  return evidence.links.issue({ kind: 'undo', accountId: account.id, target: value, payload: writeSnapshot(before, at) });
}

type Contacts = Pick<Account, 'phone' | 'emailShown' | 'phoneAddedAt' | 'emailAddedAt'>;

async function beforeLastChange(
  { wiring: { core }, clock }: TestApp,
  account: Account,
  told: 'phone' | 'email',
): Promise<{ readonly before: Contacts; readonly at: number }> {
  const formers = await core.identity.formers.of(account);
  const last = formers.find(({ way: { kind } }) => kind === 'phone' || kind === 'email');
  const added = Math.max(account.phoneAddedAt ?? 0, account.emailAddedAt ?? 0);
  if (last !== undefined && last.leftAt >= added) {
    const had =
      last.way.kind === 'phone'
        ? { phone: last.value, phoneAddedAt: last.way.addedAt }
        : { emailShown: last.value, emailAddedAt: last.way.addedAt };
    return { before: { ...account, ...had }, at: last.leftAt };
  }
  // A first one was bound, and the other one is told of it.
  const isPhone = told === 'email';
  const none = isPhone ? { phone: null, phoneAddedAt: null } : { emailShown: null, emailAddedAt: null };
  return { before: { ...account, ...none }, at: Math.min(added, clock.now()) };
}
