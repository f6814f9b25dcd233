// @one-database
/** A copied session cookie and nothing else: what its holder can do, and what is left of it when the owner is back. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { answersOf, type PutBackAct } from '#contract/acts/acts.ts';
import { putBackBy } from '#contract/protection/freeze/incidents.words.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, minute } from '#server/platform/clock.ts';
import { createOwnApp, must, newAppBody } from '#server/testing/apps/developers.ts';
import { newRelyingParty, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { readAllRows, type StoredRow } from '#server/testing/lives/all-rows.ts';
import { addPasskey } from '#server/testing/people/passkeys.ts';
import { simulatedSocial } from '#server/testing/people/social.ts';
import { addAuthenticator } from '#server/testing/people/two-step.ts';
import { backByCodeAndPaper, byCode, byPassword, copyOf, oldOwner, provePaper, type Owner, type Stage } from '#server/testing/stage.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { sessionActs, type SessionAct } from '#server/testing/thief/session-acts.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

let app: TestApp;
let stage: Stage;
let simulators: Simulators;
let folder: string;
let party: TestRelyingParty;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-sid-'));
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  const social = simulatedSocial(simulators, folder);
  app = await buildTestApp({
    now: Date.now(),
    config: { rateFactor: 1_000_000, social },
    settings: { AGE_GATE: 'CN=14', DEVELOPERS: 'open' },
  });
  await app.listen();
  stage = { app, newBrowser: () => app.newBrowser() };
  party = await newRelyingParty(app);
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

const kinds = ['ordinary', 'protected', 'child', 'developer', 'staff', 'asked for its age'] as const;

/** Staff has two-step verification on, or no rights. */
const hasTwoSteps = (kind: Kind) => kind === 'protected' || kind === 'staff';

type Kind = (typeof kinds)[number];

/** Somebody with every kind of way and thing, all of it sixty days old, and a session whose sign-in is some time ago. */
async function livedIn(kind: Kind): Promise<Owner> {
  const first = app.newBrowser();
  must(await first.post('/register/age', { birthday: '1980-01-02', region: 'CN' }));
  const owner = await oldOwner({ app, newBrowser: () => first });
  const { browser, phone: contact, id } = owner;
  must(await byPassword(browser, contact));
  const { data: account } = await browser.get<AccountView>('/account/metainfo');
  const person = { browser, contact, password: goodPassword, account };
  const passkey = await addPasskey(person);
  must(await browser.post('/passkey/rename', { id: passkey.id, name: 'mine' }));
  await addAuthenticator(app, person);
  must(await browser.post('/update/username', { username: `u${randomInt(1_000_000_000)}` }));
  must(await browser.post('/userinfo', mine));
  must(await browser.put('/account/settings', { enabled: true }));
  await sessionActs.changeAvatar({ app, browser, prove: nothing, party });
  if (kind === 'developer') {
    const { data } = await browser.get<{ agreement: string }>('/developer');
    must(await browser.post('/developer/begin', { agreement: data.agreement }));
    await createOwnApp(person);
    const live = await createOwnApp(person, newAppBody());
    await sql`update openid_clients set state = 'live', live_at = ${app.clock.now()} where id = ${live.app.clientID}`.execute(app.db.q());
  }
  if (hasTwoSteps(kind)) await setTwoStep(app.db, id, { since: app.clock.now(), methods: [] });
  if (kind === 'staff')
    await sql`insert into staff (name, role, state, since, changed_at, granted_by, place, account_id)
      values ('lena', 'lead', 'active', ${app.clock.now()}, ${app.clock.now()}, 'shell', '', ${id})`.execute(app.db.q());
  const until = app.clock.now() + 4000 * day;
  if (kind === 'child')
    await sql`update accounts set age_band = 'child', guardian_answer = 'agreed', child_until = ${until} where id = ${id}`.execute(
      app.db.q(),
    );
  if (kind === 'asked for its age') await sql`update accounts set age_band = '', birthday = null where id = ${id}`.execute(app.db.q());
  app.clock.advance(60 * day);
  const begun = await byPassword(browser, contact);
  if (begun.code === 3011)
    must(await browser.post('/login/second', { ticket: begun.data.ticket, method: 'recovery', code: owner.codes[9] }));
  else must(begun);
  app.clock.advance(11 * minute);
  return owner;
}

const nothing = async () => undefined;

const mine = { signature: 'mine', gender: 0, birthday: '1980-01-02' };

/** How its owner sets each thing again, by the call with which the thief changed it. */
const again: Readonly<Partial<Record<SessionAct, (browser: TestBrowser, id: string) => Promise<unknown>>>> = {
  changeLanguage: (browser) => browser.post('/update/lang', { lang: 'zh_CN' }),
  changeProfile: (browser) => browser.post('/userinfo', mine),
  changeAvatar: (browser) => sessionActs.changeAvatar({ app, browser, prove: nothing, party }),
  switchSettings: async (browser) => {
    await browser.put('/account/settings', { enabled: true });
    await browser.put('/account/settings/switches', { clientID: 'cedar-desktop', key: 'dock', on: true });
  },
  showQrcode: (browser) => browser.post('/update/showqrcode', { showQrcode: true }),
  offerPasskeys: (browser) => browser.post('/two-step/update', { offerPasskeys: true }),
  renamePasskey: async (browser) => {
    const { data } = await browser.get<{ passkeys: readonly { id: string }[] }>('/passkey/list');
    for (const { id } of data.passkeys) await browser.post('/passkey/rename', { id, name: 'mine' });
  },
};

/** Texts about what happened, counts of calls, and things that serve once. */
const logs =
  /^(?:audit|activity|outbox|sent_|message_|notices?$|rate_|failures|rights_|app_(?:activity|usage|failures)|consent_ledger|proofs|codes|once|passkey_cer|uploads|qr_|password_|incidents|former_)/;

/** Ways in have their own assertion: none that began with the thief lives. */
const entering = /^(?:sessions|devices|openid_records|openid_consents|links|known_browsers|known_networks)\./;

/** Changed by the way back itself, and versions and moments that only grow. */
const ofTheWayBack =
  /^(?:accounts\.(?:version|credential_epoch|profile_changed_at|password_hash|password_changed_at|recovered_\w+|legacy_offered)|recovery_codes|ways_meta|totp_secrets\.last|settings_state\.(?:version|switched_at))/;

type Cells = ReadonlyMap<string, string>;

/** Each column of each row that names the account. */
async function cellsOf(id: string): Promise<Cells> {
  const cells = new Map<string, string>();
  for (const [table, rows] of await readAllRows(app)) {
    if (logs.test(table)) continue;
    for (const row of rows.filter((each) => JSON.stringify(each).includes(id) && !isRequest(each)))
      for (const [column, value] of Object.entries(row)) cells.set(`${table}.${column} ${keyOf(row)}`, String(value));
  }
  return cells;
}

/** An app has asked, and nobody has answered: it ends with the browser. */
const isRequest = ({ model }: StoredRow) => model === 'Session' || model === 'Interaction';

/** A new avatar has a new name: there is one. */
const sameFile = ([cell, value]: readonly [string, string]): readonly [string, string] =>
  cell.startsWith('accounts.profile_image') ? [cell, value === 'null' ? 'none' : 'one'] : [cell, value];

function keyOf(row: StoredRow): string {
  return ['kind', 'way', 'platform', 'purpose', 'id', 'client_id', 'account_id'].map((name) => JSON.stringify(row[name] ?? '')).join(' ');
}

function changed(before: Cells, after: Cells): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((cell) => before.get(cell) !== after.get(cell));
}

/** Rows that let somebody into the account, and that began since a moment. A notice's link went to its owner, and freezes. */
async function openedSince(owner: Owner, since: number): Promise<readonly string[]> {
  const { credential_epoch: epoch } = await sql<{ credential_epoch: number }>`select credential_epoch from accounts where id = ${owner.id}`
    .execute(app.db.q())
    .then(({ rows }) => rows[0] ?? { credential_epoch: 0 });
  const of = async (name: string, query: ReturnType<typeof sql<{ n: number }>>) =>
    ((await query.execute(app.db.q())).rows[0]?.n ?? 0) === 0 ? [] : [name];
  const { id } = owner;
  return [
    ...(await of(
      'sessions',
      sql`select count(*) n from sessions where account_id = ${id} and created_at >= ${since} and ended_at is null and credential_epoch = ${epoch}`,
    )),
    ...(await of(
      'devices',
      sql`select count(*) n from devices where account_id = ${id} and ended_at is null and credential_epoch = ${epoch}`,
    )),
    ...(await of('consents', sql`select count(*) n from openid_consents where account_id = ${id}`)),
    ...(await of('tokens', sql`select count(*) n from openid_records where account_id = ${id} and credential_epoch = ${epoch}`)),
    ...(await of(
      'links',
      sql`select count(*) n from links where account_id = ${id} and created_at < ${app.clock.now() - 5 * minute} and voided_at is null and used_at is null and kind not in ('guardian', 'notice')`,
    )),
    ...(await of(
      'live apps',
      sql`select count(*) n from openid_clients where owner_id = ${id} and state = 'live' and live_at >= ${since}`,
    )),
    ...(await of('deletions', sql`select count(*) n from deletions where account_id = ${id} and state = 'pending'`)),
    ...(await of(
      'dates',
      sql`select count(*) n from accounts where id = ${id} and (guardian_due_at is not null or frozen_at is not null)`,
    )),
  ];
}

describe('a copied session and nothing else', () => {
  it.each(kinds)('leaves nothing in an account that is %s, once its owner froze it and came back', { timeout: 240_000 }, async (kind) => {
    const owner = await livedIn(kind);
    const before = await cellsOf(owner.id);
    const since = app.clock.now();
    const browser = copyOf(stage, owner.browser);
    const touched = new Map<string, SessionAct[]>();
    let present = before;
    const order = actsOfSessions.filter((act) => act !== 'freeze' && act !== 'signOut');
    for (const act of [...order, 'freeze'] as const) {
      app.clock.advance(minute);
      await sessionActs[act]({ app, browser, prove: nothing, party });
      const now = await cellsOf(owner.id);
      for (const cell of changed(present, now)) touched.set(cell, [...(touched.get(cell) ?? []), act]);
      present = now;
    }
    app.clock.advance(10 * minute);
    const home = await backByCodeAndPaper(stage, owner, { contact: owner.phone });
    const done = new Set([...touched.values()].flat());
    for (const act of done) if (answersOf(act).undone === 'self') await again[act]?.(home, owner.id);
    const after = await cellsOf(owner.id);
    const isOwnWord = (act: SessionAct) => ['less', 'says'].includes(answersOf(act).undone);
    const left = changed(new Map([...before].map(sameFile)), new Map([...after].map(sameFile))).filter((cell) => {
      const by = (touched.get(cell) ?? []).filter((act) => act !== 'freeze');
      return by.length > 0 && !by.every(isOwnWord) && !entering.test(cell) && !ofTheWayBack.test(cell) && !isDeletedApp(cell, after);
    });
    expect(left.map((cell) => `${cell}: ${before.get(cell)}, now ${after.get(cell)}, by ${touched.get(cell)?.join()}`)).toEqual([]);
    expect(await openedSince(owner, since)).toEqual(['sessions']);
    // A refused act changes nothing: what takes a proof, or on a protected account a step, left no trace at all.
    const refused = [...touched].flatMap(([cell, by]) => by.filter((act) => isRefused(act, kind)).map((act) => `${act}: ${cell}`));
    expect(refused.filter((each) => !/ (?:sessions|known_browsers)\.(?:last|seen|idle)/.test(each))).toEqual([]);
  });

  it.each([
    ['asked for its age', ['answerAge']],
    // The last one asks for other agreements.
    ['ordinary', [...putBackActs.filter((act) => act !== 'answerAge' && act !== 'changeRegion'), 'changeRegion']],
  ] as const)('shows its owner, on the way back, each thing that the freeze of an account that is %s put back', async (kind, changing) => {
    const owner = await livedIn(kind);
    const { browser } = owner;
    for (const action of changing) {
      const prove = (target?: string) =>
        browser.post('/account/auth', { method: 'password', password: goodPassword, ...(target === undefined ? {} : { action, target }) });
      if (action === 'answerAge') await prove();
      await sessionActs[action]({ app, browser, prove, party });
    }
    await sessionActs.freeze({ app, browser, prove: nothing, party });
    const back = app.newBrowser();
    const { data: begun } = await byCode(stage, back, owner.phone);
    // One way is too little to see it.
    expect(await back.post('/recovery/prove', { ticket: begun.ticket })).toMatchObject({ code: 200, data: { putBack: [], ways: [] } });
    const shown = await provePaper({ browser: back, ticket: begun.ticket }, owner.codes[0]);
    expect([...shown.data.putBack].toSorted()).toEqual(changing.map((act) => putBackBy[act]).toSorted());
  });

  it('is tried with every act by a body that is of the right shape', () => {
    const shapes = app.logLines.filter(({ msg, reason }) => msg === 'request' && reason === 'shape').map(({ route }) => route);
    expect([...new Set(shapes)]).toEqual([]);
  });
});

function isRefused(act: SessionAct, kind: Kind): boolean {
  const { proof, onProtected } = answersOf(act);
  return proof !== 'none' || (hasTwoSteps(kind) && onProtected !== 'none');
}

const putBackActs = Object.keys(putBackBy) as PutBackAct[];

const actsOfSessions = Object.keys(sessionActs) as SessionAct[];

/** An app in test that the thief made, and deleted. */
function isDeletedApp(cell: string, after: Cells): boolean {
  const [column = '', ...key] = cell.split(' ');
  return column.startsWith('openid_clients.') && after.get(`openid_clients.state ${key.join(' ')}`) === 'deleted';
}
