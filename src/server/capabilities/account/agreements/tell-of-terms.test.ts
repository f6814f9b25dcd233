/** Messages about agreements that will ask for an answer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { day } from '#server/platform/clock.ts';
import { daysUntilHeld, publishTerms } from '#server/testing/people/agreements.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { freshEmail, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { tellOfTerms } from './tell-of-terms.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.UTC(2027, 0, 1), config: { rateFactor: 1000 } });
});

afterAll(() => app.close());

const tell = () => tellOfTerms({ ...app.wiring.core, store: app, names: app.config });
const told = async (contact: string) =>
  (await app.outbox(contact)).filter(({ scene }) => scene === 'termsAhead' || scene === 'termsDue').map(({ scene }) => scene);

it('are one ahead by mail, one a week before the last day, also by SMS, and none to those who have answered or leave', async () => {
  const byMail = await signUp(app, { email: freshEmail() });
  const byPhone = await signUp(app);
  const answers = await signUp(app, { email: freshEmail() });
  const leaves = await signUp(app, { email: freshEmail() });
  await askDeletion(leaves.browser);
  const { laterUntil } = await publishTerms(app, 'told');
  const all = [byMail, byPhone, answers, leaves] as const;
  const ofAll = () => Promise.all(all.map(({ contact }) => told(contact)));

  // Several servers, and runs that come again.
  await Promise.all([tell(), tell(), tell()]);
  await tell();
  expect(await ofAll()).toEqual([['termsAhead'], [], ['termsAhead'], []]);
  const [mail] = (await app.outbox(byMail.contact)).filter(({ scene }) => scene === 'termsAhead');
  expect(mail?.text).toContain('told');
  expect(mail?.text).not.toMatch(/[{}]/);

  app.clock.advance(limits.termsNoticeDays * day);
  const browser = app.newBrowser();
  await browser.post('/login/password', { account: answers.contact, password: answers.password });
  const { data } = await browser.get<{ publication: number; documents: { type: string; version: string; digest: string }[] }>('/terms');
  const documents = data.documents.map(({ type, version, digest }) => ({ type, version, digest }));
  expect(await browser.post('/terms/accept', { publication: data.publication, documents })).toMatchObject({ code: 200 });
  await tell();
  expect(await ofAll()).toEqual([['termsAhead'], [], ['termsAhead'], []]);

  app.clock.set((laterUntil ?? 0) - limits.termsDueDays * day);
  await Promise.all([tell(), tell()]);
  expect(await ofAll()).toEqual([['termsDue', 'termsAhead'], ['termsDue'], ['termsAhead'], []]);
  app.clock.set(laterUntil ?? 0);
  await tell();
  expect((await ofAll())[0]).toHaveLength(2);
});

it('are none about a publication that asks nobody', async () => {
  const quiet = await buildTestApp({ now: Date.UTC(2027, 0, 1) });
  try {
    const person = await signUp(quiet, { email: freshEmail() });
    await publishTerms(quiet, 'quiet', { asks: false });
    quiet.clock.advance(daysUntilHeld * day);
    expect(await tellOfTerms({ ...quiet.wiring.core, store: quiet, names: quiet.config })).toBe(0);
    expect((await quiet.outbox(person.contact)).filter(({ scene }) => scene === 'termsAhead')).toEqual([]);
  } finally {
    await quiet.close();
  }
});

it('continue after a page, to each account once', async () => {
  const at = app.clock.now();
  const { number } = await publishTerms(app, 'many');
  const template = await app.db.q().selectFrom('accounts').selectAll().limit(1).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 230 }, (_, index) => ({
    ...template,
    id: `many-${String(index).padStart(4, '0')}`,
    number: `9${String(index).padStart(11, '0')}`,
    state: 'active' as const,
    agreed_through: 0,
    created_at: at,
  }));
  for (let first = 0; first < copies.length; first += 50)
    await app.db
      .q()
      .insertInto('accounts')
      .values(copies.slice(first, first + 50))
      .execute();
  await tell();
  const rows = await app.db.q().selectFrom('terms_notices').selectAll().where('publication', '=', number).execute();
  expect(rows).toMatchObject([{ phase: 'ahead', done: 1 }]);
  expect(await tell()).toBe(0);
});
