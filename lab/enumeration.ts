/**
 * `npm run enumeration -w lab [-- samples [name]]`: whether response times reveal that an account exists. Each
 * visitor's call is made for phones and emails with an account and without one, in random order (1,000 of each by
 * default, about fifteen minutes). The last calls compare phones of waiting legacy accounts with unknown ones: then
 * wrong passwords are held back. Before them a developer invites accounts to test an app and offers it to them, by email
 * and by ID number.
 * The measure is the AUC of the best guess by time: 0.5 reveals nothing, 1 reveals all; with 1,000 samples of each,
 * chance alone reaches 0.53.
 */
import { randomInt } from 'node:crypto';
import { zeroCode } from '#contract/fixtures/codes.ts';
import { minute, second } from '#server/platform/clock.ts';
import { createOwnApp, must, newDeveloper, proveFor } from '#server/testing/apps/developers.ts';
import { importRows, oldAccount } from '#server/testing/people/legacy.ts';
import { freshEmail, freshPhone, signUp } from '#server/testing/people/people.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { passwordOf } from './bench/legacy-rows.ts';
import { median, printRows, type Row } from './bench/report.ts';

type Kind = 'phone' | 'email' | 'number';

interface Probe {
  readonly name: string;
  readonly kind: Kind;
  /** Preparation by the visitor; not measured. */
  readonly before?: (browser: TestBrowser, contact: string) => Promise<unknown>;
  /** Who calls; a new visitor by default. */
  readonly caller?: TestBrowser;
  readonly call: (browser: TestBrowser, contact: string, validate: string) => Promise<unknown>;
  /** The captcha that the call needs. */
  readonly captcha?: 'login' | 'reset';
  /** Number of simultaneous visitors for a call that waits; one by default. */
  readonly together?: number;
}

const people = 25;
const newPassword = 'Harbour9-violet';

const ask = (scene: 'login' | 'reset') => (browser: TestBrowser, contact: string) => sendVisitorCode(browser, { contact, scene });

const send =
  (kind: Kind, scene: 'login' | 'reset'): Probe['call'] =>
  (browser, contact, validate) =>
    browser.post(`/captcha/${kind === 'phone' ? 'sms' : 'email'}/send/login`, { [kind]: contact, scene, validate });

const reset =
  (kind: Kind): Probe['call'] =>
  (browser, contact) =>
    browser.post(`/password/reset/reset_password/${kind}`, { [kind]: contact, code: zeroCode, newPassword });

const probes: readonly Probe[] = [
  { name: 'code by SMS to sign in', kind: 'phone', captcha: 'login', call: send('phone', 'login') },
  { name: 'code by mail to sign in', kind: 'email', captcha: 'login', call: send('email', 'login') },
  { name: 'code by SMS to reset', kind: 'phone', captcha: 'reset', call: send('phone', 'reset') },
  { name: 'code and link by mail to reset', kind: 'email', captcha: 'reset', call: send('email', 'reset') },
  {
    name: 'sign-in, wrong password',
    kind: 'phone',
    call: (browser, account) => browser.post('/login/password', { account, password: 'wrong-1-wrong' }),
  },
  {
    name: 'sign-in, wrong code',
    kind: 'phone',
    before: ask('login'),
    call: (browser, account) => browser.post('/login/code', { account, code: zeroCode }),
  },
  { name: 'reset by phone, wrong code', kind: 'phone', before: ask('reset'), call: reset('phone') },
  { name: 'reset by email, wrong code', kind: 'email', before: ask('reset'), call: reset('email') },
];

/** Made while legacy accounts wait. */
const legacyProbe: Probe = {
  name: 'sign-in, wrong password, legacy account',
  kind: 'phone',
  together: 4,
  call: (browser, account) => browser.post('/login/password', { account, password: 'wrong-1-wrong' }),
};

const samples = Number(process.argv[2] ?? 1000);
const named = process.argv[3] ?? '';
if (!Number.isInteger(samples) || samples < 1 || samples > 10_000) throw new Error('samples: a whole number up to 10000');

const app = await buildTestApp({ config: { rateFactor: 1_000_000 } });
try {
  await app.listen();
  const rows: Row[] = [];
  for (const kind of ['phone', 'email'] as const) {
    const known: string[] = [];
    while (known.length < people) known.push(await makeKnown(kind));
    const unknown = Array.from({ length: people }, () => (kind === 'phone' ? freshPhone() : freshEmail()));
    for (const probe of probes.filter((each) => each.kind === kind && each.name.includes(named)))
      rows.push(await measure(app, probe, { known, unknown }));
  }
  for (const probe of (await developersProbes()).filter((each) => each.name.includes(named))) {
    const accounts = await Promise.all(Array.from({ length: people }, () => signUp(app, { email: freshEmail() })));
    const known = accounts.map(({ contact, account }) => (probe.kind === 'email' ? contact : account.id));
    const unknown = known.map((name, n) => (probe.kind === 'email' ? freshEmail() : `9${String(n).padStart(name.length - 1, '0')}`));
    rows.push(await measure(app, probe, { known, unknown }));
  }
  if (legacyProbe.name.includes(named)) {
    const contacts = { known: await importKnown(), unknown: Array.from({ length: people }, freshPhone) };
    rows.push(await measure(app, legacyProbe, contacts));
  }
  const { missed } = printRows(rows);
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  await app.close();
}

/** Calls by which a developer asks about an account, with their own app. */
async function developersProbes(): Promise<readonly Probe[]> {
  const owner = await newDeveloper(app);
  const { clientID } = (await createOwnApp(owner)).app;
  const caller = owner.browser;
  const url = `/developer/apps/${clientID}`;
  const dismissTesters = async () => {
    const { testers } = must(await caller.get<{ testers: readonly { id: string }[] }>(url));
    for (const { id } of testers) must(await caller.delete(`${url}/testers/${id}`, {}));
  };
  return (['email', 'number'] as const).flatMap((kind): readonly Probe[] => [
    {
      name: `invitation of a tester by ${kind}`,
      kind,
      caller,
      before: dismissTesters,
      call: async (_, account) => must(await caller.post(`${url}/testers`, { account })),
    },
    {
      name: `offer of an app by ${kind}`,
      kind,
      caller,
      before: () => proveFor(owner, 'appTransfer', clientID),
      call: async (_, to) => must(await caller.post(`${url}/transfer`, { to })),
    },
  ]);
}

async function makeKnown(kind: Kind): Promise<string> {
  const contact = kind === 'phone' ? { phone: freshPhone() } : { email: freshEmail() };
  return (await signUp(app, contact)).contact;
}

/** Imports legacy accounts with hashes of every scheme and returns their phones. */
async function importKnown(): Promise<readonly string[]> {
  const old = Array.from({ length: people }, (_account, n) => oldAccount({ password: passwordOf(n) }));
  const { imported } = await importRows(
    app,
    old.map(({ row }) => row),
  );
  if (imported !== people) throw new Error('not all legacy accounts were imported');
  return old.map(({ phone }) => phone);
}

async function measure(
  server: TestApp,
  { name, before, call, caller, captcha, together = 1 }: Probe,
  contacts: { readonly known: readonly string[]; readonly unknown: readonly string[] },
): Promise<Row> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const order = shuffled([
    ...Array.from({ length: samples }, () => 'known' as const),
    ...Array.from({ length: samples }, () => 'unknown' as const),
  ]);
  // The first calls pay for code that is loaded and compiled once.
  const calls = [...shuffled(order).slice(0, 40), ...order];
  const tryOne = async (who: keyof typeof times, index: number): Promise<void> => {
    const contact = contacts[who][index % people] ?? '';
    const browser = caller ?? server.newBrowser();
    if (caller === undefined) await browser.prepare();
    const validate = captcha ? await browser.solveCaptcha(captcha) : '';
    await before?.(browser, contact);
    await server.wiring.jobs.outbox.drain();
    const started = performance.now();
    await call(browser, contact, validate);
    const took = performance.now() - started;
    if (index >= 40) times[who].push(took);
  };
  for (let first = 0; first < calls.length; first += together) {
    // Long enough for every earlier cooldown, wait and limit to end.
    server.clock.advance(3 * minute + randomInt(second));
    await Promise.all(calls.slice(first, first + together).map((who, n) => tryOne(who, first + n)));
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const note = `median ${known.toFixed(2)} ms with an account, ${unknown.toFixed(2)} ms without`;
  return { name, value: distinction(times.known, times.unknown), unit: 'AUC', aim: { atMost: 0.55 }, note };
}

/** The chance of telling one of each apart by only the time, in the direction that reveals more. */
function distinction(one: readonly number[], other: readonly number[]): number {
  const ranked = [...one.map((time) => ({ time, isOne: true })), ...other.map((time) => ({ time, isOne: false }))].toSorted(
    (a, b) => a.time - b.time,
  );
  const ranks = ranked.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0);
  const area = (ranks - (one.length * (one.length + 1)) / 2) / (one.length * other.length);
  return Math.max(area, 1 - area);
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
