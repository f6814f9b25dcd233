// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { freshEmail, freshPhone, goodPassword } from '#server/testing/people/people.ts';
import { addPasskey, beginPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { accountCode } from '#server/testing/people/proving.ts';
import { actingLink, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { openStage, type OpenStage } from '#server/testing/open-stage.ts';
import { byCode, byPassword, copyOf, freezeByCode, fresh, must, oldOwner, type Owner } from '#server/testing/stage.ts';
import { addAuthenticator, type TestAuthenticator } from '#server/testing/people/two-step.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** A thief of one thing is not back at once in a frozen account, with all that lies on it and all that the thief added. */
let stage: OpenStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

interface Full extends Owner {
  readonly totp: TestAuthenticator;
  readonly passkey: OwnPasskey;
}

type Method = 'password' | 'phone' | 'email' | 'totp' | 'recovery' | 'passkey';

interface Theft {
  /** All that lies on the stolen thing. */
  readonly has: readonly Method[];
  /** The account knows the browser that was stolen. */
  readonly browser?: true;
}

const thefts: Readonly<Record<string, Theft>> = {
  'a password': { has: ['password'] },
  'a number': { has: ['phone'] },
  'an unlocked phone': { has: ['phone', 'totp', 'passkey'] },
  'a mailbox': { has: ['email'] },
  'an unlocked computer': { has: ['password', 'email'], browser: true },
  'a cloud of passkeys': { has: ['passkey'] },
  'a sheet of codes': { has: ['recovery'] },
};

/** Somebody with everything, for longer than any wait. */
async function fullOwner(): Promise<Full> {
  const owner = await oldOwner(stage);
  must(await byPassword(owner.browser, owner.phone));
  const person = { browser: owner.browser, password: goodPassword };
  const passkey = await addPasskey(person, { synced: true });
  const totp = await addAuthenticator(stage.app, person);
  stage.app.clock.advance(60 * day);
  must(await byPassword(owner.browser, owner.phone));
  return { ...owner, totp, passkey };
}

/** A session of the thief, if what they have opens one. */
async function getIn(owner: Full, { has, browser }: Theft): Promise<TestBrowser> {
  const thief = browser === undefined ? stage.newBrowser() : copyOf(stage, owner.browser);
  if (has.includes('passkey')) await signInByPasskey(thief, owner.passkey);
  else if (has.includes('phone')) await byCode(stage, thief, owner.phone);
  else if (has.includes('email') && browser === undefined) await byCode(stage, thief, owner.email);
  else if (has.includes('password') && browser === undefined) await byPassword(thief, owner.phone);
  return thief;
}

/** Puts the thief's phone or mailbox instead of the owner's, where it can be done. */
async function addOwn(thief: TestBrowser, kind: 'phone' | 'email'): Promise<string> {
  const contact = kind === 'phone' ? freshPhone() : freshEmail();
  await thief.post('/account/auth', { method: 'password', password: goodPassword });
  try {
    const code = await accountCode(stage.app, thief, { contact, scene: 'bind' });
    await thief.post(`/update/${kind}`, { [kind]: contact, code });
  } catch {
    // They have no session.
  }
  return contact;
}

interface Held {
  readonly theft: Theft;
  readonly own: string;
}

/** The ticket of the way back, by whatever begins it. */
async function ticketOf(browser: TestBrowser, owner: Full, { theft: { has }, own }: Held): Promise<string> {
  const begin: readonly (() => Promise<{ readonly code: number; readonly data: unknown }>)[] = [
    ...(has.includes('password') ? [() => byPassword(browser, owner.phone)] : []),
    ...(has.includes('phone') ? [() => byCode(stage, browser, owner.phone)] : []),
    ...(has.includes('email') ? [() => byCode(stage, browser, owner.email)] : []),
    ...(has.includes('passkey') ? [() => signInByPasskey(browser, owner.passkey)] : []),
    // Their own contact has no account while it lies aside.
    () => byCode(stage, browser, own).catch(() => ({ code: 0, data: {} })),
  ];
  for (const each of begin) {
    const { code, data } = await each();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data of 3016
    if (code === 3016) return (data as { readonly ticket: string }).ticket;
  }
  return '';
}

/** Shows everything, former and present; returns what it is worth. */
async function showAll(browser: TestBrowser, owner: Full, { ticket, held }: { readonly ticket: string; readonly held: Held }) {
  const { has } = held.theft;
  const prove = (body: object) => browser.post<RecoveryAnswer>('/recovery/prove', { ticket, ...body });
  for (const method of ['phone', 'email'] as const) {
    const isTheirs = has.includes(method) || held.own.includes('@') === (method === 'email');
    for (const former of isTheirs ? [false, true] : []) {
      stage.app.clock.advance(61_000);
      if ((await prove({ method, former })).code !== 200) continue;
      for (const contact of [has.includes(method) ? owner[method] : '', held.own]) {
        const [newest] = contact === '' ? [] : await stage.app.outbox(contact);
        if (newest?.code !== undefined) await prove({ method, former, code: newest.code });
      }
    }
  }
  if (has.includes('password')) await prove({ method: 'password', password: goodPassword });
  if (has.includes('totp')) await prove({ method: 'totp', code: owner.totp.next() });
  if (has.includes('recovery')) await prove({ method: 'recovery', code: owner.codes[0] });
  if (has.includes('passkey')) {
    const credential = owner.passkey.authenticator.assert(await beginPasskey(browser, { purpose: 'recover', ticket }));
    await prove({ method: 'passkey', credential });
  }
  return (await prove({})).data;
}

async function freezeByOwner(owner: Full, { has }: Theft): Promise<void> {
  // The owner takes what they still have.
  const contact = has.includes('phone') ? owner.email : owner.phone;
  await freezeByCode(stage, stage.newBrowser(), { contact, why: 'unknown' });
}

describe('a thief of one thing', () => {
  const rows = Object.entries(thefts).flatMap(([name, theft]) => (['phone', 'email'] as const).map((kind) => ({ name, kind, theft })));

  it.each(rows)('is not back at once: $name, with an own $kind', async ({ kind, theft }) => {
    const owner = await fullOwner();
    const thief = await getIn(owner, theft);
    const own = await addOwn(thief, kind);
    await freezeByOwner(owner, theft);
    expect(await thief.get('/account/metainfo')).toMatchObject({ status: 401 });
    const held = { theft, own };
    const ticket = await ticketOf(thief, owner, held);
    if (ticket !== '') {
      const state = await showAll(thief, owner, { ticket, held });
      expect(state?.independence).not.toBe('independent');
      expect((await thief.post('/recovery/finish', { ticket, newPassword: fresh, keep: [] })).code).not.toBe(200);
    }
    expect(await thief.get('/account/metainfo')).toMatchObject({ status: 401 });
    // The control: a second thing of another kind is enough, for its owner.
    const has: readonly Method[] = theft.has.includes('recovery') ? ['recovery', 'phone'] : [...theft.has, 'recovery'];
    const browser = stage.newBrowser();
    const full: Held = { theft: { has }, own };
    const again = await ticketOf(browser, owner, full);
    expect((await showAll(browser, owner, { ticket: again, held: full })).independence).toBe('independent');
  });
});

describe('a wait of a thief of the number', () => {
  const passes = async () => {
    stage.app.clock.advance(72 * hour + 1);
    await stage.app.wiring.jobs.claims.run();
  };

  it.each([true, false])(
    'ends with nothing where the owner stops it (%s), and gets in where nobody does: the control',
    async (isStopped) => {
      const owner = await fullOwner();
      const thief = stage.newBrowser();
      const ticket = await freezeByCode(stage, thief, { contact: owner.phone, why: 'unknown' });
      must(await thief.post('/recovery/claim', { ticket }));
      if (isStopped) {
        const token = await actingLink(stage.app, owner.email, 'notice');
        must(await stage.newBrowser().post('/notice/answer', { token, answer: 'stop' }));
      }
      await passes();
      const due = await actingLink(stage.app, owner.phone, 'recover').catch(() => ticket);
      const { code } = await thief.post('/recovery/finish', { ticket: due, newPassword: fresh, keep: [] });
      expect(code === 200 || code === 3006).toBe(!isStopped);
    },
  );
});
