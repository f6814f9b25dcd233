import type { UpgradePreview, UpgradeReceipt, AccountCard, LegacyCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { importLegacy, readRefusals, type ImportProgress, type ImportRefusal } from '#server/capabilities/account/upgrade/import-legacy.ts';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { newId } from '#server/platform/ids.ts';
import { freshEmail, freshPhone, goodPassword } from './people.ts';
import { freshNumber } from '#server/testing/server/http-client.ts';
import { visitorCode } from './proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** The password of `legacyRow`, as bcrypt with minimal work. */
export const legacyPassword = 'U*U';

const legacyHash = { scheme: 'bcrypt', hash: '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' };

/** A row of an import as the old system writes it; all of its contacts are fresh. */
export interface OldAccount {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
  readonly username: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export function oldAccount(changes: Readonly<Record<string, unknown>> = {}): OldAccount {
  const id = `old-${freshNumber()}`;
  const [phone, email, username] = [freshPhone(), freshEmail(), `old_${freshNumber()}`];
  const row = {
    id,
    phone,
    phoneVerified: true,
    email,
    emailVerified: true,
    username,
    nickname: `n${freshNumber()}`,
    password: legacyHash,
    region: 'CN',
    language: 'zh_CN',
    createdAt: '2015-03-04T05:06:07Z',
    profile: { gender: 2, realName: 'Li Lei', company: 'Old Works', birthday: '1990-01-02' },
    ...changes,
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id, phone: text(row.phone), email: text(row.email), username: text(row.username), row };
}

export interface ImportReport extends ImportProgress {
  readonly refusals: readonly ImportRefusal[];
}

/** Imports these rows as a separate file. */
export async function importRows(app: TestApp, rows: readonly unknown[]): Promise<ImportReport> {
  const { db, clock } = app;
  const { keyring } = app.wiring;
  const legacyAccounts = createLegacyAccounts({ db, keyring, accounts: createAccounts({ db, clock, keyring }) });
  const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
  const fileId = newId();
  const progress = await importLegacy({ db, clock, keyring, legacyAccounts }, { fileId, lines: each(lines), onProgress: () => undefined });
  return { ...progress, refusals: await Array.fromAsync(readRefusals({ db }, fileId)) };
}

/** A waiting legacy account. */
export async function importOld(app: TestApp, changes: Readonly<Record<string, unknown>> = {}): Promise<OldAccount> {
  const old = oldAccount(changes);
  const { imported, refusals } = await importRows(app, [old.row]);
  if (imported !== 1) throw new Error(`the legacy account was not imported: ${JSON.stringify(refusals)}`);
  return old;
}

export interface FoundUpgrade {
  readonly ticket: string;
  readonly legacy: readonly LegacyCard[];
  readonly accounts: readonly AccountCard[];
}

/** Proves a phone or an email in this browser by a code of scene `upgrade`. */
export async function proveContact(app: TestApp, browser: TestBrowser, contact: string): Promise<FoundUpgrade> {
  const code = await visitorCode(app, browser, { contact, scene: 'upgrade' });
  const answer = await browser.post<FoundUpgrade>('/register/search', { [contact.includes('@') ? 'email' : 'phone']: contact, code });
  if (answer.code !== 200) throw new Error(`the search was refused: ${answer.text}`);
  return answer.data;
}

export interface BindAnswer {
  readonly preview?: UpgradePreview;
  readonly receipt?: UpgradeReceipt;
  readonly account?: AccountView | null;
}

export function bind(browser: TestBrowser, body: Readonly<Record<string, unknown>>): Promise<TestAnswer<BindAnswer>> {
  return browser.post<BindAnswer>('/register/binddeepin', body);
}

/** Upgrades only by the phone. */
export async function upgrade(app: TestApp, browser: TestBrowser, old: OldAccount): Promise<TestAnswer<BindAnswer>> {
  const { ticket, legacy } = await proveContact(app, browser, old.phone);
  return bind(browser, {
    step: 'upgrade',
    legacyId: legacy[0]?.legacyId ?? '',
    tickets: [ticket],
    password: goodPassword,
    agreements: currentAgreements,
  });
}

/** All requirements of a merge but the choices: both sides proven in this browser. */
export async function prepareMerge(
  app: TestApp,
  browser: TestBrowser,
  { old, target }: { readonly old: OldAccount; readonly target: string },
): Promise<{ readonly legacyId: string; readonly target: string; readonly tickets: readonly string[] }> {
  const own = await proveContact(app, browser, target);
  const found = target === old.phone || target === old.email ? own : await proveContact(app, browser, old.phone);
  const account = own.accounts.find(({ isProven }) => isProven);
  return { legacyId: found.legacy[0]?.legacyId ?? '', target: account?.target ?? '', tickets: [own.ticket, found.ticket] };
}

/** The token of the link that undoes the newest merge. */
export async function undoTokenOf(app: TestApp, contact: string): Promise<string> {
  const [message] = (await app.outbox(contact)).filter(({ scene }) => scene === 'merged');
  return /(?:\/undo-upgrade\?token=|\/u#)([\w-]{22})/.exec(`${message?.link ?? ''} ${message?.text ?? ''}`)?.[1] ?? '';
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
