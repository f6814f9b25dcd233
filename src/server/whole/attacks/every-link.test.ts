// @one-database
/**
 * Every token of every message of a life, to every reader, goes to every call that takes one: after the owner has
 * set a new password, and after they have frozen the account and come back, none of them opens or changes anything.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkRows } from '#server/core/sign-in/links/link-rows.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { openStage, type OpenStage } from '#server/testing/open-stage.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { bind, importOld, prepareMerge, proveContact } from '#server/testing/people/legacy.ts';
import { freshEmail, goodPassword } from '#server/testing/people/people.ts';
import { accountCode, askReset } from '#server/testing/people/proving.ts';
import { postEverywhere, tokenCalls, type TokenCall } from '#server/testing/people/token-calls.ts';
import { readAllRows, rowsSince, type AllRows } from '#server/testing/lives/all-rows.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { backByCodeAndPaper, byPassword, freezeByMessage, fresh, must, oldOwner, resetBy, type Owner } from '#server/testing/stage.ts';

let stage: OpenStage;
let calls: readonly TokenCall[];

beforeAll(async () => {
  stage = await openStage();
  calls = await tokenCalls();
});

afterAll(() => stage.close());

interface Life {
  readonly owner: Owner;
  /** Everybody who got a message. */
  readonly readers: readonly string[];
}

/** Leaves a link of every kind that a message carries, those of the last days unused. */
async function liveOn(): Promise<Life> {
  const { app, newBrowser } = stage;
  const owner = await oldOwner(stage);
  const { browser, phone, email } = owner;
  const [newer, old] = [freshEmail(), await importOld(app)];
  // A deletion that was asked for and withdrawn: its receipt stays in a mailbox, and one of its links is unused.
  must(await byPassword(browser, phone));
  must(await askDeletion(browser));
  must(await withdrawWith(newBrowser(), (await mailedWithdrawal(app, email))?.ticket ?? ''));
  app.clock.advance(hour);
  const own = await enter(owner);
  const sides = await prepareMerge(app, own, { old, target: phone });
  const { ticket } = await proveContact(app, own, old.email);
  must(await own.post('/account/auth', { method: 'password', password: goodPassword, action: 'mergeAccounts' }));
  const choices = { phone: 'target', email: 'target', username: 'legacy', nickname: 'legacy' };
  must(await bind(own, { step: 'merge', ...sides, tickets: [...sides.tickets, ticket], choices }));
  // The links of a code come last: later credentials would end them.
  app.clock.advance(2 * minute);
  must(await own.post('/account/auth', { method: 'password', password: goodPassword, action: 'changeEmail', target: newer }));
  await accountCode(app, own, { contact: newer, scene: 'bind' });
  await askReset(app, newBrowser(), email);
  return { owner, readers: [phone, email, newer, old.phone, old.email] };
}

/** In a browser that the account does not know: a second way is asked for. */
async function enter({ phone }: Owner): Promise<TestBrowser> {
  const browser = stage.newBrowser();
  const { code, data } = await byPassword(browser, phone);
  if (code === 200) return browser;
  const step = { ticket: data.ticket, method: 'phone' };
  must(await browser.post('/login/second', step));
  must(await browser.post('/login/second', { ...step, code: await stage.app.codeFor(phone) }));
  return browser;
}

type Links = readonly { readonly page: string; readonly token: string }[];

/** Addresses of the product in the messages of these readers, as path and token. */
async function linksOf({ readers }: Life): Promise<Links> {
  const found = new Map<string, Links[number]>();
  for (const reader of readers) {
    const pages = new Set<string>();
    for (const { link, text } of await stage.app.outbox(reader)) {
      for (const [address] of `${link ?? ''} ${text ?? ''}`.matchAll(/https?:\/\/[^\s“”]+[\w-]{22}/g)) {
        const [, page = '', token = ''] = /^https?:\/\/[^/]+(.*?)(?:[mw]\.)?([\w-]{22})$/.exec(address) ?? [];
        if (!pages.has(page)) found.set(page + token, { page, token });
        pages.add(page);
      }
    }
  }
  return [...found.values()];
}

/** What belongs to the account and its ways; counters, logs, tries and what a token spends of itself do not. */
const lasting =
  'accounts identifiers sessions passkeys totp_secrets recovery_codes former_ways incidents account_claims social_accounts openid_consents reserved_identifiers unproven_contacts legacy_accounts legacy_merges deletions'.split(
    ' ',
  );

function changed(before: AllRows, after: AllRows): readonly string[] {
  return lasting.filter((table) => [rowsSince(before, after), rowsSince(after, before)].some((rows) => rows.get(table)?.length));
}

/** Posts the newest link of each page and reader everywhere, also what an answer gives out; returns what went through. */
async function attack(
  links: Links,
  without: readonly string[] = [],
): Promise<{ readonly changes: readonly string[]; readonly sessions: readonly string[] }> {
  const used = calls.filter(({ name }) => !without.includes(name));
  const before = await readAllRows(stage.app);
  const waiting = links.map(({ token }) => token);
  const seen = new Set<string>();
  const sessions: string[] = [];
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    if (seen.has(token)) continue;
    seen.add(token);
    for (const { name, answer, browser } of await postEverywhere(used, token, stage.newBrowser)) {
      if (browser.cookies.has('sid') || answer.status >= 500) sessions.push(`${name} ${answer.status}`);
      const given = JSON.stringify(answer.data ?? null).matchAll(/"([\w-]{43})"/g);
      waiting.push(...Array.from(given, ([, each = '']) => each));
    }
  }
  return { changes: changed(before, await readAllRows(stage.app)), sessions };
}

describe('the messages of a life', () => {
  it('carry a link of every kind that goes by message, and no other address with a token', async () => {
    const pages = new Set((await linksOf(await liveOn())).map(({ page }) => page));
    const known = Object.values(linkRows).flatMap(({ pages: all }) => [...all] as string[]);
    expect([...pages].filter((page) => !known.includes(page))).toEqual([]);
    // A guardian gets the link from the child, and `/recover` belongs to a wait.
    const missing = known.filter((page) => !pages.has(page) && page !== '/guardian#' && page !== '/recover#');
    expect(missing).toEqual([]);
  });

  it('would let somebody in before: the attack is one', { timeout: 60_000 }, async () => {
    const life = await liveOn();
    expect(await attack(await linksOf(life))).not.toMatchObject({ changes: [] });
  });

  it(
    'let nobody in and change nothing after a new password by a code, but that an owner may still freeze',
    { timeout: 60_000 },
    async () => {
      const life = await liveOn();
      const links = await linksOf(life);
      must(await resetBy(stage, stage.newBrowser(), { contact: life.owner.phone, password: fresh }));
      stage.app.clock.advance(minute);
      expect(await attack(links, ['answerNotice'])).toEqual({ changes: [], sessions: [] });
    },
  );

  it('let nobody in and change nothing after a freeze and the way back', { timeout: 60_000 }, async () => {
    const life = await liveOn();
    const links = await linksOf(life);
    await freezeByMessage(stage, life.owner.email);
    await backByCodeAndPaper(stage, life.owner, { contact: life.owner.phone });
    expect(await attack(links)).toEqual({ changes: [], sessions: [] });
  });
});
