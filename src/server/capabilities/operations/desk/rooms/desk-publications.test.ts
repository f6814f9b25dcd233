/** Agreements from a draft to their publication: exactly what two leads have approved, a day ahead. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatDate } from '#messages/date-text.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { dayText } from '#contract/account/agreements/publication-dates.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import {
  approvalOf,
  enter,
  newMember,
  signedApproval,
  signedAsking,
  type DeskBrowser,
  type DeskMember,
} from '#server/testing/people/desk.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let author: DeskBrowser;
let other: DeskBrowser;
let leader: DeskMember;
let writer: DeskMember;
let count = 0;

beforeAll(async () => {
  app = await buildTestApp({ desk: true, config: { rateFactor: 100 } });
  leader = await newMember(app, 'lead');
  writer = await newMember(app, 'lead');
});

afterAll(() => app.close());

beforeEach(async () => {
  author = await enter(app, writer);
  other = await enter(app, leader);
});

const path = (id: string, verb = '') => `/publications/${id}${verb}`;
const text = (title: string) => ({
  title,
  sections: [{ heading: 'One', paragraphs: ['Be kind.'] }],
  changes: [{ kind: 'new', text: 'Kindness' }],
});

interface Days {
  readonly effectiveDay?: string;
  readonly laterUntilDay?: string;
}

const marks = (asks: boolean, days: Days = {}) => ({ asks, effectiveDay: '', laterUntilDay: '', ...days });

interface Saved {
  readonly id: string;
  readonly version: number;
  readonly release: string;
}

interface Previewed {
  readonly lines: readonly { readonly kind: string; readonly text: string }[];
  readonly changes: readonly { readonly text: string }[];
  readonly mail: { readonly subject: string; readonly text: string } | null;
}

/** A draft of the service agreement without faults. */
async function wholeDraft(title = '{brand} terms', said = marks(false)): Promise<Saved> {
  count += 1;
  const release = `2030-${count}`;
  const { data } = await author.post<{ id: string }>('/publications', { types: ['serverAgreement'] });
  let version = 1;
  for (const region of regions) {
    for (const language of languages) {
      const given = { version, ...said, versions: [{ type: 'serverAgreement', version: release }] };
      const saved = await author.post<{ version: number }>(path(data.id), {
        ...given,
        text: { type: 'serverAgreement', region, language, ...text(title) },
      });
      expect(saved.code).toBe(200);
      version = saved.data.version;
    }
  }
  return { id: data.id, version, release };
}

/** The first day in force of a publication that asks: a month later, with an hour for a late one. */
const firstDay = (publishAt: number) => dayText(publishAt + 30 * day + hour + day - 1);

const inDays = (days: number) => app.clock.now() + days * 24 * hour;

async function ask({ id, version }: Saved, verb: '/publish' | '/withdraw', publishAt?: number): Promise<string> {
  const when = publishAt === undefined ? {} : { publishAt };
  const asked = await signedAsking(
    author,
    writer,
    await author.post<{ approval: string }>(path(id, verb), { version, reason: 'law of 2030', ...when }),
  );
  expect(asked.code).toBe(3061);
  return asked.data.approval;
}

async function approve(approval: string): Promise<number> {
  const item = await approvalOf(other, approval);
  if (item === undefined) throw new Error('nothing waits');
  return (await other.post('/approvals/approve', signedApproval(leader, item))).code;
}

async function stateOf({ id }: Saved): Promise<string> {
  const desk = await enter(app, leader);
  return (await desk.get<{ state: string }>(path(id))).data.state;
}

/** The dates of what was published of a draft. */
async function datesOf({ release }: Saved) {
  return app.db
    .q()
    .selectFrom('publications')
    .innerJoin('documents', 'documents.publication', 'publications.number')
    .select(['effective_at', 'later_until'])
    .where('version', '=', release)
    .executeTakeFirst();
}

async function inForce(release: string): Promise<boolean> {
  await app.wiring.desk?.job.run();
  const { agreements } = app.wiring.core.identity;
  await agreements.follow();
  return agreements.current().some(({ version }) => version === release);
}

describe('a draft', () => {
  it('begins with the texts in force, names each of its faults, and is compared with what is in force', async () => {
    const { data } = await author.post<{ id: string }>('/publications', { types: ['privateAgreement'] });
    const { data: draft } = await author.get<{ texts: readonly { title: string }[]; version: number }>(path(data.id));
    expect(draft.texts).toHaveLength(regions.length * languages.length);
    const faultsOf = async () =>
      (await author.post<{ findings: readonly { fault: string }[] }>(path(data.id, '/check'))).data.findings.map(({ fault }) => fault);
    expect(new Set(await faultsOf())).toEqual(new Set(['version', 'changes']));
    const place = { type: 'privateAgreement', region: 'CN', language: 'en_US' };
    const versions = [{ type: 'privateAgreement', version: '2031-1' }];
    const changed = { ...place, ...text('{brand} and {other}'), sections: [{ heading: '<b>One</b>', paragraphs: ['Be kind.'] }] };
    expect((await author.post(path(data.id), { version: 1, ...marks(true), versions, text: changed })).code).toBe(200);
    expect(await faultsOf()).toContain('placeholder');
    const { data: preview } = await author.post<Previewed>(path(data.id, '/preview'), place);
    expect(preview.changes).toEqual([{ kind: 'new', text: 'Kindness' }]);
    expect(preview.lines).toContainEqual({ kind: 'added', isHeading: true, text: '<b>One</b>' });
    expect(preview.lines.some(({ kind }) => kind === 'removed')).toBe(true);
    expect(preview.mail).toMatchObject({ text: expect.stringContaining('What changes: Kindness') });
    expect(preview.mail?.subject).not.toContain('{');
    // A second author has seen the version before.
    expect((await other.post(path(data.id), { version: 1, ...marks(false), versions })).code).toBe(3064);
    expect((await author.post(path(data.id, '/publish'), { version: 2, publishAt: inDays(3), reason: 'now' })).code).toBe(3064);
  });
});

describe('the dates of a draft', () => {
  const inDay = (days: number) => dayText(inDays(days));

  it.each<[string, string, () => { readonly said: ReturnType<typeof marks>; readonly found: string }]>([
    ['no day of the calendar', 'day', () => ({ said: marks(true, { effectiveDay: '2031-02-30' }), found: '2031-02-30' })],
    ['put off without a question', 'unasked', () => ({ said: marks(false, { laterUntilDay: inDay(90) }), found: inDay(90) })],
    ['too soon', 'notice', () => ({ said: marks(true, { effectiveDay: inDay(31) }), found: firstDay(inDays(1) + hour) })],
    [
      'in force before it is published',
      'past',
      () => ({ said: marks(false, { effectiveDay: inDay(0) }), found: dayText(inDays(1) + hour) }),
    ],
    [
      'put off until before it is in force',
      'backward',
      () => ({ said: marks(true, { effectiveDay: inDay(90), laterUntilDay: inDay(89) }), found: inDay(90) }),
    ],
    [
      'put off until before the default',
      'backward',
      () => ({ said: marks(true, { laterUntilDay: inDay(31) }), found: firstDay(inDays(1) + hour) }),
    ],
  ])('%s are a fault, and nobody is asked to publish it', async (_what, fault, of) => {
    const { said, found } = of();
    const draft = await wholeDraft('Dated', said);
    const { data } = await author.post<{ findings: readonly object[] }>(path(draft.id, '/check'));
    expect(data.findings).toEqual([{ type: '', region: '', language: '', fault, found }]);
    // The preview of such a draft is an answer too.
    const place = { type: 'serverAgreement', region: 'CN', language: 'en_US' };
    expect((await author.post(path(draft.id, '/preview'), place)).code).toBe(200);
    const order = { version: draft.version, publishAt: inDays(1) + 2 * hour, reason: 'law of 2030' };
    expect((await author.post(path(draft.id, '/publish'), order)).code).toBe(3064);
  });

  it('are judged by the moment that is asked for, and none is right for every one', async () => {
    const publishAt = inDays(3);
    const days = { effectiveDay: firstDay(publishAt), laterUntilDay: firstDay(publishAt) };
    const draft = await wholeDraft('Dated', marks(true, days));
    expect((await author.post<{ findings: readonly object[] }>(path(draft.id, '/check'))).data.findings).toEqual([]);
    const order = { version: draft.version, reason: 'law of 2030' };
    expect((await author.post(path(draft.id, '/publish'), { ...order, publishAt: publishAt + day })).code).toBe(3064);
    await ask(draft, '/publish', publishAt);
  });

  it('are those of the publication, as its approver and its mail have read them', async () => {
    const days = { effectiveDay: inDay(100), laterUntilDay: inDay(120) };
    const draft = await wholeDraft('Dated', marks(true, days));
    expect((await author.get(path(draft.id))).data).toMatchObject({ asks: true, ...days });
    const place = { type: 'serverAgreement', region: 'DE', language: 'en_US' };
    const { data: preview } = await author.post<Previewed>(path(draft.id, '/preview'), place);
    expect(preview).toMatchObject({ effectiveAt: Date.parse(days.effectiveDay), laterUntil: Date.parse(days.laterUntilDay) });
    const said = formatDate(Date.parse(days.effectiveDay), 'dayOfYear', { language: 'en_US', timeZone: 'UTC' });
    expect(preview.mail?.text).toContain(said);
    const approval = await ask(draft, '/publish', inDays(2));
    expect(JSON.parse((await approvalOf(other, approval))?.object ?? '')).toMatchObject({
      effectiveAt: days.effectiveDay,
      laterUntil: days.laterUntilDay,
    });
    expect(await approve(approval)).toBe(200);
    app.clock.advance(2 * day);
    expect(await inForce(draft.release)).toBe(true);
    expect(await datesOf(draft)).toEqual({ effective_at: Date.parse(days.effectiveDay), later_until: Date.parse(days.laterUntilDay) });
  });

  it('are a month and two where none is named', async () => {
    const draft = await wholeDraft('Dated', marks(true));
    expect(await approve(await ask(draft, '/publish', inDays(2)))).toBe(200);
    app.clock.advance(2 * day);
    expect(await inForce(draft.release)).toBe(true);
    expect(await datesOf(draft)).toEqual({ effective_at: inDays(30), later_until: inDays(60) });
  });

  it('are what was approved: another one is another draft', async () => {
    const draft = await wholeDraft('Dated', marks(true, { effectiveDay: inDay(100) }));
    const approval = await ask(draft, '/publish', inDays(2));
    const versions = [{ type: 'serverAgreement', version: draft.release }];
    const sooner = { ...marks(true, { effectiveDay: inDay(90) }), version: draft.version, versions };
    expect((await author.post(path(draft.id), sooner)).code).toBe(200);
    expect(await approve(approval)).toBe(3064);
  });

  it('keep people a month: a publication that is late waits for its withdrawal', async () => {
    const publishAt = inDays(2);
    const draft = await wholeDraft('Dated', marks(true, { effectiveDay: firstDay(publishAt) }));
    expect(await approve(await ask(draft, '/publish', publishAt))).toBe(200);
    app.clock.advance(4 * day);
    await expect(app.wiring.desk?.job.run()).rejects.toThrow('approved drafts');
    expect(await stateOf(draft)).toBe('approved');
    [author, other] = [await enter(app, writer), await enter(app, leader)];
    expect(await approve(await ask(draft, '/withdraw'))).toBe(200);
    expect(await inForce(draft.release)).toBe(false);
  });
});

describe('a publication', () => {
  it('takes two leads and a day, and is exactly what was approved', async () => {
    const draft = await wholeDraft();
    const publishAt = inDays(2);
    const approval = await ask(draft, '/publish', publishAt);
    expect(await inForce(draft.release)).toBe(false);
    expect(await approve(approval)).toBe(200);
    // What was approved is not edited any more.
    const versions = [{ type: 'serverAgreement', version: draft.release }];
    expect((await author.post(path(draft.id), { version: draft.version, ...marks(false), versions })).code).toBe(3064);
    app.clock.advance(2 * 24 * hour - minute);
    expect(await inForce(draft.release)).toBe(false);
    app.clock.advance(minute);
    expect(await inForce(draft.release)).toBe(true);
    const rows = await app.db.q().selectFrom('documents').select('body').where('version', '=', draft.release).execute();
    expect(rows).toHaveLength(regions.length * languages.length);
    expect(rows[0]?.body).toBe(JSON.stringify({ title: '{brand} terms', sections: [{ heading: 'One', paragraphs: ['Be kind.'] }] }));
    expect(await stateOf(draft)).toBe('published');
  });

  it('is void after any edit between the question and its answer', async () => {
    const draft = await wholeDraft();
    const approval = await ask(draft, '/publish', inDays(2));
    const versions = [{ type: 'serverAgreement', version: draft.release }];
    expect((await author.post(path(draft.id), { version: draft.version, ...marks(true), versions })).code).toBe(200);
    expect(await approve(approval)).toBe(3064);
    expect(await stateOf(draft)).toBe('draft');
  });

  it('leaves a day in which two leads withdraw it', async () => {
    const draft = await wholeDraft();
    const soon = { version: draft.version, publishAt: app.clock.now() + 24 * hour, reason: 'too soon' };
    expect((await author.post(path(draft.id, '/publish'), soon)).code).toBe(3064);
    expect(await approve(await ask(draft, '/publish', inDays(2)))).toBe(200);
    expect(await approve(await ask(draft, '/withdraw'))).toBe(200);
    app.clock.advance(3 * 24 * hour);
    expect(await inForce(draft.release)).toBe(false);
    expect(await stateOf(draft)).toBe('withdrawn');
  });

  it('that cannot be published keeps no other one waiting', async () => {
    const [first, second] = [await wholeDraft(), await wholeDraft('Other terms')];
    for (const draft of [first, second]) expect(await approve(await ask(draft, '/publish', inDays(2)))).toBe(200);
    // Somebody with the database changes a letter of what was approved.
    await sql`update publication_drafts set content = replace(content, 'Be kind', 'Be rude') where id = ${first.id}`.execute(app.db.q());
    app.clock.advance(2 * 24 * hour);
    await expect(app.wiring.desk?.job.run()).rejects.toThrow('approved drafts');
    await app.wiring.core.identity.agreements.follow();
    const current = app.wiring.core.identity.agreements.current().map(({ version }) => version);
    expect(current).toContain(second.release);
    expect(current).not.toContain(first.release);
  });
});
