import { answersOf } from '#contract/acts/acts.ts';
import { freezeReasons } from '#contract/protection/freeze/incidents.words.ts';
import { second } from '#server/platform/clock.ts';
import { bind, importOld, prepareMerge } from '#server/testing/people/legacy.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { decideQr, finishQr, scanQr } from '#server/testing/people/qr.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { inside, withProofs, type Act } from './act.ts';
import { attached, frozenTickets, type Hand } from './hand.ts';
import { pickOf, type Life, noteWait } from './life.ts';
import { sessionActs, type SessionAct } from './session-acts.ts';

const ways = ['password', 'code', 'passkey', 'social'] as const;

const freezing: readonly Act[] = [
  {
    name: 'freezes the account from inside',
    async run(life) {
      const browser = await inside(life);
      const answer = await browser?.post<{ ticket?: string }>('/account/freeze', { why: pickOf(life.random, freezeReasons) });
      if (browser !== undefined && answer?.data?.ticket !== undefined) life.thief.tickets.unshift({ browser, ticket: answer.data.ticket });
    },
  },
  {
    name: 'freezes the account by a code',
    async run(life) {
      const browser = life.app.newBrowser();
      const contact = pickOf(life.random, life.thief.hand.contacts);
      if ((await sendVisitorCode(browser, { contact, scene: 'freeze' })).code !== 200) return;
      const [message] = (await life.app.outbox(contact)).filter(({ code }) => code !== null);
      const body = { account: contact, code: message?.code ?? '000000', why: pickOf(life.random, freezeReasons) };
      const answer = await browser.post<{ ticket: string }>('/freeze', body);
      if (answer.code === 200) life.thief.tickets.unshift({ browser, ticket: answer.data.ticket });
    },
  },
  {
    name: 'says that it was not him, to every message',
    async run(life) {
      for (const contact of life.thief.hand.contacts) {
        for (const { link, text } of (await life.app.outbox(contact)).slice(0, 4)) {
          const token = /\/n(?:otice)?#(?:[mw]\.)?([\w-]{22})/.exec(`${link ?? ''} ${text ?? ''}`)?.[1];
          if (token !== undefined) await life.app.newBrowser().post('/notice/answer', { token, answer: 'not-me' });
        }
      }
    },
  },
  {
    name: 'begins the way back of a frozen account',
    async run(life) {
      const browser = life.app.newBrowser();
      for (const by of ways) {
        for (const ticket of await frozenTickets(life, browser, life.thief.hand, by)) {
          life.thief.tickets.unshift({ browser, ticket });
          const claim = await browser.post<{ claim: string; dueAt: string }>('/recovery/claim', { ticket });
          if (claim.code !== 200) continue;
          life.thief.tickets.unshift({ browser, ticket: claim.data.claim });
          noteWait(life, claim);
        }
      }
    },
  },
];

const joining: readonly Act[] = [
  withProofs('merges a legacy account of his', async (life, browser) => {
    const { thief, app } = life;
    thief.legacy ??= await importOld(app);
    const { legacy } = thief;
    for (const contact of [legacy.phone, legacy.email]) if (!thief.own.contacts.includes(contact)) bringIn(thief, contact);
    const target = (await attached(life)).find((contact) => thief.hand.contacts.includes(contact));
    if (target === undefined) return;
    try {
      const sides = await prepareMerge(app, browser, { old: legacy, target });
      for (const kind of ['phone', 'email', 'none']) {
        const choices = kind === 'none' ? {} : { [kind]: 'legacy' };
        if ((await bind(browser, { step: 'merge', ...sides, choices })).code === 200) return;
      }
    } catch {
      // No code came, or the search was refused.
    }
  }),
];

function bringIn({ hand, own }: { readonly hand: Hand; readonly own: Hand }, contact: string): void {
  for (const each of new Set([hand, own])) each.contacts.push(contact);
}

/** The id of an app with lasting access, one for each server. */
const appOf = new WeakMap<TestApp, Promise<string>>();

async function deviceAppOf(app: TestApp): Promise<string> {
  const made = registerClient(app, { kind: 'native', redirectUris: [], deviceGrant: true, system: true });
  return (await made).clientId;
}

/** One request to the protocol's own paths, as an app sends it. */
async function ask({ app }: Life, path: string, body: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const registered = appOf.get(app) ?? deviceAppOf(app);
  appOf.set(app, registered);
  const clientId = await registered;
  const answer = await app.newBrowser().raw({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: clientId, ...body }).toString(),
  });
  return JSON.parse(answer.text) as Readonly<Record<string, string>>;
}

const reaching: readonly Act[] = [
  withProofs('allows a device of his', async (life, browser, prove) => {
    const scope = 'openid profile offline_access';
    const hardware = `hw-${life.story.length}`;
    const asked = await ask(life, '/oidc/device/auth', { device_name: 'TV', hardware_id: hardware, scope });
    const { user_code: userCode = '', device_code: deviceCode = '' } = asked;
    for (const action of ['allowDevice', 'allowFarDevice']) await prove(action, userCode);
    if ((await browser.post('/openid/device/allow', { userCode, scopes: ['profile'] })).code !== 200) return;
    life.app.clock.advance(6 * second);
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    const { refresh_token: token } = await ask(life, '/oidc/token', { grant_type: grant, device_code: deviceCode });
    if (token === undefined) throw new Error('a device that was allowed got no token');
    life.thief.refreshTokens.push(token);
  }),
  withProofs('signs another browser in by a code on its screen', async (life, browser, prove) => {
    const computer = life.app.newBrowser({ clientIp: browser.clientIp });
    const phone = { browser };
    const scanned = await scanQr(life.app, { computer, phone });
    if ((await decideQr(phone, scanned)).code !== 200) {
      await prove('allowQr', scanned.code);
      if ((await decideQr(phone, scanned)).code !== 200) return;
    }
    if ((await finishQr(computer, scanned)).code === 200) life.thief.browsers.unshift(computer);
  }),
];

/** Acts that other lines here do: a freeze, the end of an account, and those that he would keep in his hand. */
const toldElsewhere: readonly SessionAct[] = [
  'freeze',
  'deleteAccount',
  'signOut',
  'addPasskey',
  'addTotp',
  'makeRecoveryCodes',
  'bindSocial',
];

const tableActs = (Object.keys(sessionActs) as SessionAct[]).filter((act) => !toldElsewhere.includes(act));

const needsApp = 'an app has to listen for it, and this server does not';

const noFamily = 'nobody in a life is a guardian';

/** Acts that no life sends, each with its reason: all others are sent in a whole run. */
const neverSent: Readonly<Partial<Record<SessionAct, string>>> = {
  allowApp: needsApp,
  allowOffline: needsApp,
  denyApp: needsApp,
  allowDevice: needsApp,
  allowFarDevice: needsApp,
  denyDevice: needsApp,
  cancelApp: 'a life allows no app',
  endStream: 'a life makes no stream',
  inviteSecondGuardian: noFamily,
  consentForChild: noFamily,
  withdrawForChild: noFamily,
  exportForChild: noFamily,
};

const sent = new Set<SessionAct>();

/** The acts of the table that a thief of this process has sent, and those that a whole run has to send. */
export function actsOfTable(): { readonly sent: readonly SessionAct[]; readonly due: readonly SessionAct[] } {
  return { sent: [...sent], due: tableActs.filter((act) => neverSent[act] === undefined) };
}

/** The same browser, which notes each call that may change something: an act with nothing to act on sends none. */
function noting(browser: TestBrowser, note: () => void): TestBrowser {
  return {
    ...browser,
    post: (...given) => (note(), browser.post(...given)),
    put: (...given) => (note(), browser.put(...given)),
    delete: (...given) => (note(), browser.delete(...given)),
    raw: (...given) => (note(), browser.raw(...given)),
  };
}

/** So many rows of the table are one thing that he tries, so that a life comes to most of them. */
const rowsAtOnce = 6;

const ofTheTable = Array.from({ length: Math.ceil(tableActs.length / rowsAtOnce) }, (_each, at) => {
  const rows = tableActs.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce);
  return withProofs(`does ${rows.join(', ')}`, async (life, browser, prove) => {
    for (const act of rows) {
      const shows = (target?: string) => (answersOf(act).proof === 'none' ? Promise.resolve() : prove(act, target));
      await sessionActs[act]({ app: life.app, browser: noting(browser, () => sent.add(act)), prove: shows, party: undefined });
    }
  });
});

/** Freezes, merges, apps, codes on screens, and every act of a session. */
export const furtherActs: readonly Act[] = [...freezing, ...joining, ...reaching, ...ofTheTable];

/** Acts that he still tries at the end: a freeze would only lock the owner out for a while. */
export const lastFurtherActs: readonly Act[] = freezing.filter(({ name }) => name.startsWith('begins'));

/** Whether a device of his still renews its access. */
export async function hasAccess(life: Life): Promise<boolean> {
  for (const token of life.thief.refreshTokens) {
    const { access_token: access } = await ask(life, '/oidc/token', { grant_type: 'refresh_token', refresh_token: token });
    if (access !== undefined) return true;
  }
  return false;
}
