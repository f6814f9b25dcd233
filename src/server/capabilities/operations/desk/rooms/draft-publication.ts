import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import { createMessages } from '#server/core/protection/notices/notice-messages.ts';
import { renderMail } from '#server/platform/sending/mail/mail-template.ts';
import { cleanText } from '#contract/rules/clean-text.ts';
import { approvalMinutes } from '#contract/operations/desk/decisions.ts';
import { dateFaultOf, datesOf, type DraftDays, type PublicationDates } from '#contract/account/agreements/publication-dates.ts';
import type { AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { draftLeadHours } from '#contract/account/agreements/publication-drafts.words.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import { compareTexts, type ComparedLine } from '#server/core/account/agreements/compare-texts.ts';
import { approveDraft, insertDraft, saveDraft, settleDraft } from '#server/core/account/agreements/drafts.guarded.ts';
import { dueDrafts, findDraft, type Draft } from '#server/core/account/agreements/drafts.repository.ts';
import {
  checkContent,
  readContent,
  sealContent,
  type DraftContent,
  type DraftText,
  type Finding,
} from '#server/core/account/agreements/drafts.ts';
import { legalFiller } from '#server/core/account/agreements/legal-filler.ts';
import { readPublications } from '#server/core/account/agreements/publications.repository.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { hour, minute, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { CannotPublish, publishAgreements } from './publish-agreements.ts';

interface PreviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'brand' | 'supportEmail' | 'publicUrl'>;
}

/** A text as people will read it, and the mail that tells them; null where they are not asked. */
interface Preview extends PublicationDates {
  readonly changes: DraftText['changes'];
  readonly lines: readonly ComparedLine[];
  readonly mail: { readonly subject: string; readonly text: string } | null;
}

export interface DraftDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

const origin = { clientIp: '', requestId: '' };

async function noteSaved(
  { audit }: DraftDeps,
  { id, operator, digest }: { readonly id: string; readonly operator: string; readonly digest: string },
) {
  await audit.record({ event: 'publication.drafted', accountId: null, origin, detail: { draft: id, operator, digest } });
}

const defaultDays: DraftDays = { asks: false, effectiveDay: '', laterUntilDay: '' };

/** Begins a draft with the newest texts of these types, without versions and without a word on what has changed. */
export async function beginDraft(
  deps: DraftDeps,
  { types, operator }: { readonly types: readonly AgreementType[]; readonly operator: string },
): Promise<string> {
  const { db, clock } = deps;
  const { documents } = await readPublications(db);
  const texts = types.flatMap((type) => {
    const newest = documents.findLast((one) => one.type === type)?.publication;
    return documents
      .filter((one) => one.type === type && one.publication === newest)
      .map(({ region, language, text: { title, sections } }) => ({ type, region, language, title, sections, changes: [] }));
  });
  const id = newId();
  const sealed = sealContent({ ...defaultDays, versions: types.map((type) => ({ type, version: '' })), texts });
  await db.tx(async () => {
    await insertDraft(db, { id, ...sealed, author: operator, at: clock.now() });
    await noteSaved(deps, { id, operator, digest: sealed.digest });
  });
  return id;
}

/** Change that a lead saves: the marks of the draft, and one of its texts. */
export interface DraftChange extends DraftDays, Pick<DraftContent, 'versions'> {
  readonly id: string;
  readonly version: number;
  readonly operator: string;
  readonly text?: DraftText | undefined;
}

/** Saves a draft over the version that was shown; the new version, or undefined where it has changed or is approved. */
export async function changeDraft(
  deps: DraftDeps,
  { id, version, operator, asks, effectiveDay, laterUntilDay, versions, text }: DraftChange,
): Promise<number | undefined> {
  const { db, clock } = deps;
  return db.tx(async () => {
    const draft = await findDraft(db, id);
    if (draft === undefined) return undefined;
    const { texts } = readContent(draft);
    const isSame = (one: DraftText) => one.type === text?.type && one.region === text.region && one.language === text.language;
    const kept = texts.filter((one) => !isSame(one));
    const own = versions.map((one) => ({ type: one.type, version: one.version.trim() }));
    const days = { asks, effectiveDay, laterUntilDay };
    const sealed = sealContent({ ...days, versions: own, texts: text === undefined ? kept : [...kept, cleanDraft(text)] });
    if (!(await saveDraft(db, { id, ...sealed, author: operator, at: clock.now(), version }))) return undefined;
    await noteSaved(deps, { id, operator, digest: sealed.digest });
    return version + 1;
  });
}

/** Plain text without invisible signs: people read exactly the typed text. */
function cleanDraft({ title, sections, changes, ...place }: DraftText): DraftText {
  const filled = (words: readonly string[]) => words.map(cleanText.lines).filter((each) => each !== '');
  return {
    ...place,
    title: cleanText.lines(title),
    sections: sections.map(({ heading, paragraphs }) => ({ heading: cleanText.lines(heading), paragraphs: filled(paragraphs) })),
    changes: changes.map(({ kind, text }) => ({ kind, text: cleanText.lines(text) })),
  };
}

/** Everything that keeps a draft from being published; undefined without such a draft. */
export async function checkDraft({ db, clock }: Pick<DraftDeps, 'db' | 'clock'>, id: string): Promise<readonly Finding[] | undefined> {
  const draft = await findDraft(db, id);
  return draft && findingsOf(db, readContent(draft), momentOf(draft, clock));
}

async function findingsOf(db: Db, content: DraftContent, publishAt: number): Promise<readonly Finding[]> {
  const { findings } = checkContent(content, (await readPublications(db)).documents);
  const wrong = dateFaultOf(content, publishAt);
  return wrong === undefined ? findings : [{ type: '', region: '', language: '', ...wrong }, ...findings];
}

/** When a draft is published: the earliest moment until one was asked for. */
function momentOf({ publish_at: publishAt }: Draft, clock: Clock): number {
  return publishAt ?? leastPublishAt(clock.now());
}

interface Place {
  readonly type: AgreementType;
  readonly region: Region;
  readonly language: Language;
}

/** A text as people will read it, with the names of the product, compared with the one in force. */
export async function previewDraft(
  deps: PreviewDeps,
  { id, type, region, language }: Place & { readonly id: string },
): Promise<Preview | undefined> {
  const { db, clock, config } = deps;
  const draft = await findDraft(db, id);
  if (draft === undefined) return undefined;
  const isPlace = (one: Place) => one.type === type && one.region === region && one.language === language;
  const content = readContent(draft);
  const text = content.texts.find(isPlace);
  const dates = datesOf(content, momentOf(draft, clock));
  if (text === undefined) return { ...dates, changes: [], lines: [], mail: null };
  const now = (await readPublications(db)).documents.findLast(isPlace)?.text;
  const named = legalFiller(config, language);
  const changes = text.changes.map(({ kind, text: sentence }) => ({ kind, text: named(sentence) }));
  return {
    ...dates,
    changes,
    mail: content.asks ? mailOf(deps, { region, language, changes, effectiveAt: dates.effectiveAt }) : null,
    lines: compareTexts(now, text).map((line) => ({ ...line, text: named(line.text) })),
  };
}

/** The mail that announces it to people, without the parts that depend on its reader. */
function mailOf(
  { config, clock }: Pick<PreviewDeps, 'config' | 'clock'>,
  { region, language, changes, effectiveAt }: Pick<Place, 'region' | 'language'> & Pick<Preview, 'changes' | 'effectiveAt'>,
): { readonly subject: string; readonly text: string } {
  const { brand, supportEmail } = config;
  const values = { date: effectiveAt, changes: changes.map(({ text }) => text).join(' ') };
  const to = { channel: 'email', address: supportEmail } as const;
  const told = { event: 'termsAhead', to, values, link: supportLink, linkKind: 'contact' } as const;
  const message = createMessages({ wall: { wall: () => clock.now() }, publicUrl: config.publicUrl, supportEmail, brand }).changeMessage({
    account: { region, language },
    ...told,
  });
  if (message.channel !== 'email') throw new Error('It is a mail.');
  const { subject, text } = renderMail({ content: message.content, language });
  return { subject, text };
}

/** The first moment for which a publication can be asked: what waits for an approval still leaves a day to withdraw it. */
export function leastPublishAt(now: number): number {
  return now + draftLeadHours * hour + approvalMinutes * minute;
}

/** The draft, if it may be asked to be published at a moment as it is. */
export async function publishableDraft(
  { db, clock }: Pick<DraftDeps, 'db' | 'clock'>,
  { id, version, publishAt }: { readonly id: string; readonly version: number; readonly publishAt: number },
): Promise<Draft | undefined> {
  const draft = await findDraft(db, id);
  if (draft?.state !== 'draft' || draft.version !== version || publishAt < leastPublishAt(clock.now())) return undefined;
  return (await findingsOf(db, readContent(draft), publishAt)).length === 0 ? draft : undefined;
}

/** A draft that waits for its moment in this version. */
export async function withdrawableDraft(
  db: Db,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Draft | undefined> {
  const draft = await findDraft(db, id);
  return draft?.state === 'approved' && draft.version === version ? draft : undefined;
}

interface Approved {
  readonly id: string;
  readonly version: number;
  readonly digest: string;
  readonly operator: string;
  readonly second: string;
  readonly reason: string;
}

/** Lets an asked draft be published at its moment: false if a letter of it has changed, or less than a day is left. */
export async function publishApproved(
  { db, clock, audit }: DraftDeps,
  { id, version, digest, publishAt, ...by }: Approved & { readonly publishAt: number },
): Promise<boolean> {
  if (publishAt < clock.now() + draftLeadHours * hour || !(await approveDraft(db, { id, version, digest, publishAt }))) return false;
  const detail = { draft: id, digest, at: publishAt, ...by };
  await audit.record({ event: 'publication.approved', accountId: null, origin, detail });
  return true;
}

/** Keeps an approved draft from being published: false once it is. */
export async function withdrawApproved({ db, audit }: DraftDeps, { id, digest, operator, second, reason }: Approved): Promise<boolean> {
  if (!(await settleDraft(db, { id, digest, to: 'withdrawn' }))) return false;
  await audit.record({ event: 'publication.withdrawn', accountId: null, origin, detail: { draft: id, digest, operator, second, reason } });
  return true;
}

/** Publishes exactly what was approved, once its moment has come. A draft that cannot be published keeps no other one waiting. */
export async function publishDue(deps: DraftDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const draft of await dueDrafts(deps.db, deps.clock.now())) {
    await publishDraft(deps, draft).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'approved drafts could not be published');
}

async function publishDraft({ db, clock, audit }: DraftDeps, draft: Draft): Promise<void> {
  const { id, digest } = draft;
  const content = readContent(draft);
  if (sealContent(content).digest !== digest) throw new CannotPublish(`the draft ${id} is not as it was approved.`);
  const { documents } = checkContent(content, []);
  await db.tx(async () => {
    // Another instance publishes it, or it was withdrawn.
    if (!(await settleDraft(db, { id, digest, to: 'published' }))) return;
    await publishAgreements({ store: { db, clock }, audit }, { ...content, documents });
  });
}

export function publicationJob(deps: DraftDeps): Job {
  return { everyMs: minute, removes: 'nothing', failure: 'an approved agreement could not be published', run: () => publishDue(deps) };
}
