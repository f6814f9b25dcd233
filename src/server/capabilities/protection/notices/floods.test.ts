import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestJob } from '#server/core/protection/notices/digest-job.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { freshPhone, goodPassword } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

let app: TestApp;
let second: TestApp;
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  app = await buildTestApp({ database, config: { rateFactor: 1000 } });
  second = await buildTestApp({ database, config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await second.close();
  await app.close();
  await database.close();
});

/** The other instance, whose clock goes with the first. What is being sent arrives first: its lease would end. */
async function bothAdvance(ms: number): Promise<void> {
  await app.wiring.jobs.outbox.drain();
  app.clock.advance(ms);
  second.clock.set(app.clock.now());
}

/** Every device and network of the first day is calm. */
const ofSecondDay = day + 10 * minute;

async function owner(age = 10 * minute): Promise<Owner> {
  const found = await signUpOwner(app);
  await bothAdvance(age);
  return found;
}

let version = 0;

/** Changes the password n times: an alarm each time. */
async function change(person: Owner, n: number): Promise<void> {
  for (let i = 0; i < n; i += 1) {
    const before = passwords.get(person.id) ?? goodPassword;
    const next = `harbour-${(version += 1)}-Violet`;
    expect(await person.browser.post('/password/update', { oldPassword: before, newPassword: next })).toMatchObject({ code: 200 });
    passwords.set(person.id, next);
  }
}

const passwords = new Map<string, string>();

/** Signs in from one network: the first time it is an alarm, and then a notice in each new browser. */
async function signIn(person: Owner, clientIp: string): Promise<void> {
  const body = { account: person.phone, password: passwords.get(person.id) ?? goodPassword };
  expect(await app.newBrowser({ clientIp }).post('/login/password', body)).toMatchObject({ code: 200 });
}

/** What the other instance has taken is still on its way. */
async function toldTo(contact: string, scenes: readonly string[]) {
  await second.wiring.jobs.outbox.drain();
  return (await app.outbox(contact)).filter(({ scene }) => scenes.includes(scene)).toReversed();
}

const scenesTo = async (contact: string, ...scenes: string[]) => (await toldTo(contact, scenes)).map(({ scene }) => scene);

const runDigests = () => app.wiring.jobs.digests.run();

/** The acting link of a message. */
function tokenIn({ link, text }: { readonly link: string | null; readonly text: string }): string {
  const token = /\/n(?:otice)?#(?:[mw]\.)?([\w-]{22})/.exec(`${link ?? ''} ${text}`)?.[1];
  if (token === undefined) throw new Error('no acting link');
  return token;
}

describe('a flood of notices', () => {
  it('is one message and, at the end of the hour, one digest that names the rest', async () => {
    const person = await owner(ofSecondDay);
    await signIn(person, '198.51.100.7');
    for (let i = 0; i < 4; i += 1) {
      await bothAdvance(minute);
      await signIn(person, '198.51.100.7');
    }
    const scenes = ['newPlace', 'newBrowser', 'digest'];
    expect(await scenesTo(person.email, ...scenes)).toEqual(['newPlace', 'newBrowser']);
    await runDigests();
    await bothAdvance(56 * minute);
    await runDigests();
    expect(await scenesTo(person.email, ...scenes)).toEqual(['newPlace', 'newBrowser']);
    await bothAdvance(minute);
    await runDigests();
    const digest = (await toldTo(person.email, scenes)).at(-1);
    expect(digest).toMatchObject({ scene: 'digest', subject: '您的账号有 3 条安全动态' });
    expect(digest?.text.match(/有新的登录/g)).toHaveLength(3);
    expect(await scenesTo(person.phone, 'newBrowser', 'digest')).toEqual([]);
    await runDigests();
    expect(await scenesTo(person.email, 'digest')).toHaveLength(1);
  });

  it('leaves a single one that waited as its own message, with its own time', async () => {
    const person = await owner(ofSecondDay);
    for (let i = 0; i < 3; i += 1) await signIn(person, '198.51.100.8');
    await bothAdvance(hour);
    await runDigests();
    expect(await scenesTo(person.email, 'newBrowser', 'digest')).toEqual(['newBrowser', 'newBrowser']);
  });
});

describe('a flood of alarms', () => {
  it('is five messages for each reader, and a digest after ten minutes, whose one link answers for all', async () => {
    const person = await owner();
    await change(person, 8);
    expect(await scenesTo(person.email, 'passwordChanged')).toHaveLength(5);
    expect(await scenesTo(person.phone, 'passwordChanged')).toHaveLength(5);
    await bothAdvance(10 * minute);
    await Promise.all([runDigests(), second.wiring.jobs.digests.run()]);
    for (const contact of [person.email, person.phone]) expect(await scenesTo(contact, 'digest')).toHaveLength(1);
    const [byMail] = await toldTo(person.email, ['digest']);
    const [bySms] = await toldTo(person.phone, ['digest']);
    if (byMail === undefined || bySms === undefined) throw new Error('no digest');
    expect(byMail.text.match(/密码已修改|password was changed/g)).toHaveLength(3);
    const reader = app.newBrowser();
    const read = await reader.post<{ event: { events: { what: string }[]; ends: string } }>('/notice/read', { token: tokenIn(byMail) });
    expect(read.data.event).toMatchObject({ ends: 'everything', events: [{}, {}, {}] });
    expect(await reader.post('/notice/answer', { token: tokenIn(byMail), answer: 'not-me' })).toMatchObject({
      code: 200,
      data: { frozenAt: expect.any(String) },
    });
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect(await app.newBrowser().post('/notice/read', { token: tokenIn(bySms) })).toMatchObject({ data: { event: { frozen: true } } });
  });

  it('is never lost: what a stopped server took leaves later, once', async () => {
    const person = await owner();
    await change(person, 6);
    await bothAdvance(10 * minute);
    const { store, identity } = app.wiring.core;
    const stopped = digestJob({ store, accounts: identity.accounts, notices: { sendDigest: () => Promise.reject(new Error('stopped')) } });
    await expect(stopped.run()).rejects.toThrow('stopped');
    expect(await scenesTo(person.email, 'passwordChanged')).toHaveLength(5);
    await Promise.all([second.wiring.jobs.digests.run(), runDigests()]);
    expect(await scenesTo(person.email, 'passwordChanged', 'digest')).toHaveLength(6);
    expect(await scenesTo(person.phone, 'passwordChanged', 'digest')).toHaveLength(6);
  });

  it('stays within the messages of a day, and tells the rest tomorrow', async () => {
    const person = await owner();
    // Five by SMS leave separately, and the sixth is a digest.
    await change(person, 7);
    await bothAdvance(10 * minute);
    await runDigests();
    await change(person, 3);
    await bothAdvance(20 * hour);
    await runDigests();
    expect(await scenesTo(person.phone, 'passwordChanged', 'digest')).toHaveLength(6);
    // By mail there is room.
    expect(await scenesTo(person.email, 'passwordChanged', 'digest')).toHaveLength(7);
    await bothAdvance(4 * hour + minute);
    await runDigests();
    expect((await toldTo(person.phone, ['digest'])).at(-1)?.text).toMatch(/有 3 条|3 new events/);
  });

  it('holds back nothing else: another kind, another account, or a message with its own way', async () => {
    const [person, other] = [await owner(), await owner()];
    await change(person, 6);
    await change(other, 1);
    expect(await scenesTo(other.email, 'passwordChanged')).toHaveLength(1);
    expect(await person.browser.post('/account/freeze', { why: 'password' })).toMatchObject({ code: 200 });
    for (const contact of [person.email, person.phone]) expect(await scenesTo(contact, 'frozen')).toHaveLength(1);
  });
});

describe('more than two hundred notices of a day', () => {
  it('are counted in the last digest', async () => {
    const person = await owner(ofSecondDay);
    await signIn(person, '198.51.100.9');
    await signIn(person, '198.51.100.9');
    await signIn(person, '198.51.100.9');
    const row = await app.db
      .q()
      .selectFrom('notices')
      .selectAll()
      .where('account_id', '=', person.id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    for (let i = 0; i < 200; i += 1) {
      await app.db
        .q()
        .insertInto('notices')
        .values({ ...row, id: `${person.id}-${i}`, contact: 'somebody', state: 'gathered', due_at: null, sealed: null })
        .execute();
    }
    await signIn(person, '198.51.100.9');
    await signIn(person, '198.51.100.9');
    await bothAdvance(hour);
    await runDigests();
    const digest = (await toldTo(person.email, ['digest'])).at(-1);
    expect(digest?.subject).toMatch(/有 3 条|3 events/);
    expect(digest?.text).toMatch(/另有 2 条|line of their own: 2/);
  });
});

describe('a digest', () => {
  it('goes to the contact that was told, also when the account has another one by then, and not after the account', async () => {
    const person = await owner();
    await change(person, 6);
    const phone = freshPhone();
    await app.db
      .q()
      .updateTable('identifiers')
      .set({ value: phone })
      .where('account_id', '=', person.id)
      .where('kind', '=', 'phone')
      .execute();
    await bothAdvance(10 * minute);
    await runDigests();
    expect(await scenesTo(person.phone, 'passwordChanged')).toHaveLength(6);
    await bothAdvance(2 * day);
    expect(await scenesTo(phone, 'passwordChanged', 'digest')).toEqual([]);
  });
});
