import { hour } from '#server/platform/clock.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { finishQr, qrStateOf, showQr, type ShownQr } from '#server/testing/people/qr.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** Where the browser of the attacker is, and what of its screen the victim sees. */
export const relayKinds = {
  /** A picture of the code was sent: nobody sees the number. */
  image: { isNear: false, showsNumber: false },
  /** A page mirrors the code and the number. */
  mirror: { isNear: false, showsNumber: true },
  /** In the network of the victim, who sees only the code. */
  near: { isNear: true, showsNumber: false },
} as const;

export type RelayKind = keyof typeof relayKinds;

/** Relays by kind, how often the number was passed, and how many ended with a session of the attacker. */
export type RelayTally = Record<RelayKind, { relays: number; passed: number; sessions: number }>;

type Step = (relay: Relay) => Promise<void>;

interface Relay {
  readonly attacker: TestBrowser;
  readonly victim: Person;
  readonly page: ShownQr;
  readonly showsNumber: boolean;
  readonly draw: () => number;
  passed: boolean;
}

const pick = <T>(from: readonly T[], draw: () => number): T | undefined => from[Math.floor(draw() * from.length)];

/** Acts of attacker or victim between the steps; most come at a bad moment. */
const steps: Readonly<Record<string, Step>> = {
  open: async ({ victim, page }) => void (await victim.browser.post('/qr/open', { qrCode: page.code })),
  look: async ({ attacker, page }) => void (await qrStateOf(attacker, page)),
  ask: async ({ victim, page }) => void (await victim.browser.post('/qr/asking', { qrCode: page.code })),
  choose,
  deny: async ({ victim, page, draw }) =>
    void (await victim.browser.post('/qr/decide', { qrCode: page.code, refuse: draw() < 0.5 ? 'report' : 'none' })),
  finish: async ({ attacker, page }) => void (await finishQr(attacker, page)),
  finishTwice: async ({ attacker, page }) => void (await Promise.all([finishQr(attacker, page), finishQr(attacker, page)])),
  second: async ({ attacker, page }) => {
    const { data } = await finishQr<{ ticket?: string } | null>(attacker, page);
    const ticket = data?.ticket;
    if (ticket === undefined) return;
    for (const method of ['phone', 'email', 'password']) await attacker.post('/login/second', { ticket, method, code: '000000' });
  },
};

/** The victim means to sign in: they take the number that they see, or one of three. */
async function choose(relay: Relay): Promise<void> {
  const { attacker, victim, page, showsNumber, draw } = relay;
  const { data } = await victim.browser.post<{ choices?: readonly number[] } | null>('/qr/asking', { qrCode: page.code });
  const { number: onScreen } = await qrStateOf(attacker, page);
  const number = showsNumber ? onScreen : pick(data?.choices ?? [], draw);
  if (number === undefined) return;
  const decide = () => victim.browser.post('/qr/decide', { qrCode: page.code, number });
  let { code } = await decide();
  if (code === 3001) {
    const proof = { method: 'password', password: victim.password, action: 'allowFarQr', target: page.code };
    await victim.browser.post('/account/auth', proof);
    ({ code } = await decide());
  }
  if (code === 200) relay.passed = true;
}

/** The most harmful order of the steps, with other acts in between. */
const usual = ['open', 'look', 'ask', 'look', 'choose', 'finish', 'second'] as const;

/** Plays relays of a code in random orders. Every victim wants to sign in, and knows nothing of an attacker. */
export async function playRelays(
  app: TestApp,
  { count, draw }: { readonly count: number; readonly draw: () => number },
): Promise<RelayTally> {
  const none = () => ({ relays: 0, passed: 0, sessions: 0 });
  const tally: RelayTally = { image: none(), mirror: none(), near: none() };
  const kinds = Object.keys(relayKinds) as readonly RelayKind[];
  let victim = await signUp(app);
  for (let turn = 0; turn < count; turn += 1) {
    if (turn % 50 === 49) victim = await signUp(app);
    const kind = kinds[turn % kinds.length] ?? 'image';
    const { isNear, showsNumber } = relayKinds[kind];
    const attacker = app.newBrowser(isNear ? { clientIp: victim.browser.clientIp } : {});
    const relay: Relay = { attacker, victim, page: await showQr(app, attacker), showsNumber, draw, passed: false };
    for (const name of usual) {
      // A step of somebody who acts too early, too late or in doubt.
      const odd = draw() < 0.15 ? pick(Object.keys(steps), draw) : undefined;
      for (const step of odd === undefined ? [name] : [odd, name]) await steps[step]?.(relay);
    }
    const { data } = await attacker.get<{ id?: string } | null>('/account/metainfo');
    tally[kind].relays += 1;
    tally[kind].passed += Number(relay.passed);
    tally[kind].sessions += Number(data?.id !== undefined);
    // Wrong numbers are counted for an hour.
    app.clock.advance(hour);
  }
  return tally;
}
