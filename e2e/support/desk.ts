import { join } from 'node:path';
import { hydrated } from './hydration.ts';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Locator, type Page } from '@playwright/test';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { deskTexts, type DeskKey, type DeskTexts } from '#messages/desk-catalogues.ts';
import { fill, type Filling } from '#messages/fill.ts';
import { referenceOf } from '#server/core/protection/notices/reference.ts';
import { newId } from '#server/platform/ids.ts';
import { addAuthenticator, addPasskey, openPasskeys } from './authenticator.ts';
import { serverDataDir } from './server.ts';
import { languageOf, type Lang, type Translate } from './texts.ts';

interface Account {
  readonly phone: string;
}

/** The rows of the desk that no page of people makes. */
export interface DeskRows extends Disposable {
  /** Gives an account a role, as if it had been protected for a month. */
  hire(account: Account, member: { readonly name: string; readonly role: StaffRole }): void;
  /** A message to the account, with a reference that its person reads out. */
  send(account: Account): string;
  /** Gives an account an email. */
  name(account: Account, email: string): void;
  /** Asks for the first review of an app. */
  askReview(appId: string): void;
}

export function openDeskRows(): DeskRows {
  const database = new DatabaseSync(join(serverDataDir(), 'cedar.db'), { timeout: 5000 });
  const ofPhone = `(SELECT account_id FROM identifiers WHERE kind = 'phone' AND value = ?)`;
  const month = 30 * 86_400_000;
  return {
    hire({ phone }, { name, role }) {
      const since = Date.now() - month;
      database.prepare(`UPDATE accounts SET created_at = ?, two_step_at = ? WHERE id = ${ofPhone}`).run(since, since, phone);
      database
        .prepare(
          `INSERT INTO staff (name, role, state, since, changed_at, granted_by, place, account_id)
           VALUES (?, ?, 'active', ?, ?, 'test', '', ${ofPhone})`,
        )
        .run(name, role, since, since, phone);
    },
    send({ phone }) {
      const reference = referenceOf(newId());
      const now = Date.now();
      database
        .prepare(
          `INSERT INTO sent_messages (id, account_id, at, expires_at, channel, kind, target, reference, state)
           VALUES (?, ${ofPhone}, ?, ?, 'email', 'login', 'li***@example.com', ?, 'sent')`,
        )
        .run(newId(), phone, now, now + 600_000, reference);
      return reference;
    },
    name({ phone }, email) {
      const now = Date.now();
      database
        .prepare(
          `INSERT INTO identifiers (kind, value, account_id, shown, verified_at, created_at) VALUES ('email', ?, ${ofPhone}, ?, ?, ?)`,
        )
        .run(email, phone, email, now, now);
    },
    askReview(appId) {
      database.prepare(`UPDATE openid_clients SET state = 'review' WHERE id = ?`).run(appId);
      database
        .prepare(`INSERT INTO app_versions (id, client_id, changes, state, reasons, asked_at, open) VALUES (?, ?, '{}', 'asked', '', ?, ?)`)
        .run(newId(), appId, Date.now(), appId);
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** Gives the browser a passkey of the account, without which no lead comes in. */
export async function carryPasskey(page: Page, { t, password }: { readonly t: Translate; readonly password: string }): Promise<void> {
  await addAuthenticator(page);
  await openPasskeys({ page, t, isMobile: false });
  await addPasskey({ page, t, isMobile: false }, { password });
}

/** Signs in to the desk as its members do: by the product's own page and a passkey, with the keyboard. */
export async function enterDesk(page: Page): Promise<void> {
  await page.goto('/desk');
  await tabUntil(page, page.locator('a[href="/desk/in"]'));
  await page.keyboard.press('Enter');
  // The name field offers the passkey from the first key on, which may be the rise of this one, and one touch signs in.
  await page.waitForURL(/\/(?:login|desk\/overview)/);
  if (page.url().includes('/login')) {
    await hydrated(page);
    await page.keyboard.press('Tab');
  }
  await page.waitForURL(/\/desk\/overview/);
}

export type DeskTranslate = (key: DeskKey, values?: Filling) => string;

export async function deskTranslate(lang: Lang): Promise<DeskTranslate> {
  const texts: DeskTexts = await deskTexts[languageOf(lang)]();
  return (key, values) => (values === undefined ? texts[key] : fill(texts[key], values));
}

/** Presses the last button of a dialog, which takes no key in its first half second: nobody has read it by then. */
export async function pressLast(page: Page, button: Locator): Promise<void> {
  await tabUntil(page, button);
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((at) => performance.now() - at > 500, since);
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog')).toHaveCount(0);
}

/** More stops than any page of the desk has before what a task needs. */
const mostStops = 60;

/** Presses Tab until the control has the focus. */
export async function tabUntil(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}
