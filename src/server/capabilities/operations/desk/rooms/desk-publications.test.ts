/** Agreements from a draft to their publication: exactly what two leads have approved, a day ahead. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { hour, minute } from '#server/platform/clock.ts';
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
async function wholeDraft(title = '{brand} terms'): Promise<Saved> {
  count += 1;
  const release = `2030-${count}`;
  const { data } = await author.post<{ id: string }>('/publications', { types: ['serverAgreement'] });
  let version = 1;
  for (const region of regions) {
    for (const language of languages) {
      const given = { version, asks: false, versions: [{ type: 'serverAgreement', version: release }] };
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
    expect((await author.post(path(data.id), { version: 1, asks: true, versions, text: changed })).code).toBe(200);
    expect(await faultsOf()).toContain('placeholder');
    const { data: preview } = await author.post<Previewed>(path(data.id, '/preview'), place);
    expect(preview.changes).toEqual([{ kind: 'new', text: 'Kindness' }]);
    expect(preview.lines).toContainEqual({ kind: 'added', isHeading: true, text: '<b>One</b>' });
    expect(preview.lines.some(({ kind }) => kind === 'removed')).toBe(true);
    expect(preview.mail).toMatchObject({ text: expect.stringContaining('What changes: Kindness') });
    expect(preview.mail?.subject).not.toContain('{');
    // A second author has seen the version before.
    expect((await other.post(path(data.id), { version: 1, asks: false, versions })).code).toBe(3064);
    expect((await author.post(path(data.id, '/publish'), { version: 2, publishAt: inDays(3), reason: 'now' })).code).toBe(3064);
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
    expect((await author.post(path(draft.id), { version: draft.version, asks: false, versions })).code).toBe(3064);
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
    expect((await author.post(path(draft.id), { version: draft.version, asks: true, versions })).code).toBe(200);
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
