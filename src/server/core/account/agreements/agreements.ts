import { agreementTypes, type AgreementType, type LegalType } from '#contract/account/agreements/agreement-types.words.ts';
import { grownDays } from '#contract/vocabulary/children.ts';
import type { TermsState } from '#contract/account/agreements/consents.words.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import type { Region, RegionOrNone } from '#contract/vocabulary/regions.ts';
import { agreementVersions } from '#messages/legal-texts.ts';
import type { Store } from '#server/core/store.ts';
import { day, second } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AcceptedTerms } from './accepted-terms.ts';
import { askedState, type AgeQuestions, type AskedAccount } from './asked-age.ts';
import { publishBuiltIn } from './built-in.ts';
import type { LegalDocument, Publication } from './document.ts';
import { newestPublication, readPublications } from './publications.repository.ts';

/** An accepted agreement, in the version that was shown. */
export interface AcceptedAgreement {
  readonly type: AgreementType;
  readonly version: string;
}

/** An agreement in the language and for the region of a reader. */
export interface WantedDocument {
  readonly type: AgreementType;
  /** `latest` or a version. */
  readonly version: string;
  readonly region: RegionOrNone;
  readonly language: Language;
}

/** Acceptance of all current agreements. Only `requireCurrent` makes one, so that no account is made without it. */
export interface Agreed {
  /** The newest publication of this moment. */
  readonly through: number;
  readonly versions: readonly AcceptedAgreement[];
}

/** What an account has not answered yet: the newest publication in force that asks, with all texts since the accepted one. */
export interface OwedTerms {
  readonly publication: Publication & { readonly laterUntil: number };
  readonly versions: readonly AcceptedAgreement[];
}

/** Any account. */
interface TermsOf extends AskedAccount {
  readonly terms: AcceptedTerms;
}

/** The published agreements, in memory: another instance follows a publication within ten seconds. */
export interface Agreements {
  /** Both agreements in their newest versions, for a registration. */
  current(): readonly AcceptedAgreement[];
  find(wanted: WantedDocument): LegalDocument | undefined;
  publication(number: number): Publication;
  /**
   * Requires both agreements in their newest versions.
   * @throws {Refusal} agreementMissing (1009) when one was not accepted; agreementChanged (3010) with `data.agreements`
   * when another version was accepted
   */
  requireCurrent(accepted: readonly AcceptedAgreement[]): Agreed;
  owedBy(account: Pick<TermsOf, 'terms'>, at: number): OwedTerms | undefined;
  /** Until when the question about the age may be put off; undefined for an account that is not asked. */
  askedUntil(account: AskedAccount, at: number): number | undefined;
  /** The publications that ask for an answer, until it can no longer be put off. */
  asking(at: number): readonly OwedTerms['publication'][];
  /** Of everything that the account has to answer: changed agreements, and the question about its age. */
  stateOf(account: TermsOf, at: number): TermsState;
  /**
   * The gate of every call that is not open to a held account.
   * @throws {Refusal} agreementChanged (3010) with the publication and the page that asks
   */
  refuseHeld(account: TermsOf, at: number): void;
  /** Reads what was published since. */
  follow(): Promise<void>;
  readonly job: Job;
}

/**
 * Opens the agreements, after publishing those of this version of the product.
 * @throws {DatabaseUnusable} when one of them differs from the text that people have accepted under its version
 */
export async function openAgreements({ db, clock }: Pick<Store, 'db' | 'clock'>, ages?: AgeQuestions): Promise<Agreements> {
  await publishBuiltIn({ db, clock });
  let { publications, documents } = await readPublications(db);

  async function follow(): Promise<void> {
    if ((await newestPublication(db)) !== newest()) ({ publications, documents } = await readPublications(db));
  }

  const newest = () => publications.at(-1)?.number ?? 0;
  const newestOf = (type: AgreementType, through = newest()) =>
    documents.findLast((document) => document.type === type && document.publication <= through);
  const versionsOf = (found: readonly (LegalDocument | undefined)[]) =>
    found.flatMap((document) => (document === undefined ? [] : [{ type: document.type, version: document.version }]));
  const current = () => versionsOf(agreementTypes.map((type) => newestOf(type)));

  /** A person who is no child any more has accepted nothing yet: all present texts, with days to decide. */
  function owedByGrown({ through, grownAt }: AcceptedTerms): OwedTerms | undefined {
    const latest = publications.at(-1);
    if (grownAt === null || through > 0 || latest === undefined) return undefined;
    const publication = { ...latest, effectiveAt: grownAt, laterUntil: grownAt + grownDays.terms * day };
    return { publication, versions: current() };
  }

  function owedBy({ terms }: Pick<TermsOf, 'terms'>, at: number): OwedTerms | undefined {
    const ofGrown = owedByGrown(terms);
    if (ofGrown !== undefined) return ofGrown;
    const asking = publications.findLast((one) => one.laterUntil !== null && one.effectiveAt <= at && one.number > terms.through);
    if (asking === undefined || asking.laterUntil === null) return undefined;
    const { number, laterUntil } = asking;
    const changed = agreementTypes
      .map((type) => newestOf(type, number))
      .filter((one) => one !== undefined && one.publication > terms.through);
    return { publication: { ...asking, laterUntil }, versions: versionsOf(changed) };
  }

  const askedUntil = (account: AskedAccount, at: number) => ages?.untilFor(account, at);

  function stateOf(account: TermsOf, at: number): TermsState {
    const states = [stateOfTerms(owedBy(account, at), account.terms, at), askedState(askedUntil(account, at), account, at)] as const;
    return (['held', 'ask'] as const).find((state) => states.includes(state)) ?? 'none';
  }

  return {
    current,
    find({ type, version, region, language }) {
      const wanted = version === 'latest' ? newestOf(type)?.version : version;
      const place = regionOfText(region, language);
      return documents.find((one) => one.type === type && one.version === wanted && one.region === place && one.language === language);
    },
    publication(number) {
      const found = publications.find((one) => one.number === number);
      if (found === undefined) throw new Error(`no publication ${number}`);
      return found;
    },
    requireCurrent(accepted) {
      const versions = current();
      if (versions.some(({ type }) => !accepted.some((one) => one.type === type))) throw new Refusal('agreementMissing');
      if (!includesAll(accepted, versions))
        throw new Refusal('agreementChanged', { reason: 'another version was accepted at the start', data: { agreements: versions } });
      return { through: newest(), versions };
    },
    owedBy,
    askedUntil,
    asking: (at) =>
      publications.flatMap(({ laterUntil, ...one }) => (laterUntil !== null && at < laterUntil ? [{ ...one, laterUntil }] : [])),
    stateOf,
    refuseHeld(account, at) {
      if (stateOf(account, at) !== 'held') return;
      const owed = owedBy(account, at);
      const data = { publication: owed?.publication.number, agreements: owed?.versions, go: '/terms' };
      throw new Refusal('agreementChanged', { data, reason: 'held' });
    },
    follow,
    job: { everyMs: 10 * second, removes: 'nothing', failure: 'the publications of agreements could not be read', run: follow },
  };
}

function stateOfTerms(owed: OwedTerms | undefined, { laterFor, remindAt }: AcceptedTerms, at: number): TermsState {
  if (owed === undefined) return 'none';
  const { number, laterUntil } = owed.publication;
  if (at >= laterUntil) return 'held';
  return laterFor === number && remindAt !== null && at < remindAt ? 'none' : 'ask';
}

/** The accepted texts, as a reader of this region and language was shown them. */
export function acceptedDocuments(
  { find }: Pick<Agreements, 'find'>,
  { versions }: Pick<Agreed, 'versions'>,
  { region, language }: Pick<WantedDocument, 'region' | 'language'>,
): readonly LegalDocument[] {
  return versions.map(({ type, version }) => find({ type, version, region, language })).filter((found) => found !== undefined);
}

/** Whether every one of these agreements was accepted in its version. */
export function includesAll(accepted: readonly AcceptedAgreement[], versions: readonly AcceptedAgreement[]): boolean {
  return versions.every(({ type, version }) => accepted.some((one) => one.type === type && one.version === version));
}

/** The region of a text: without one, that of the language. */
export function regionOfText(region: RegionOrNone, language: Language): Region {
  return region === '' ? languageFacts[language].region : region;
}

/**
 * Both agreements in the versions of this version of the product.
 * @internal for tests: a server knows by its publications
 */
export const currentAgreements: readonly AcceptedAgreement[] = agreementTypes.map((type) => ({
  type,
  version: agreementVersions[type].version,
}));

/** The agreement of those who build apps, in its current version. */
export const developerAgreement = { type: 'developerAgreement', version: agreementVersions.developerAgreement.version } as const;

/**
 * Accepts the developer agreement only in its current version.
 * @throws {Refusal} agreementChanged (3010) with `data.agreements`
 */
export function requireDeveloperAgreement(accepted: string): void {
  if (accepted !== developerAgreement.version)
    throw new Refusal('agreementChanged', {
      reason: 'another version of the developer agreement',
      data: { agreements: [developerAgreement] },
    });
}

/**
 * Accepts the deletion agreement only in its current version.
 * @throws {Refusal} agreementChanged (3010) with `data.agreements`
 */
export function requireDeletionAgreement(accepted: string): void {
  const type: LegalType = 'deletionAgreement';
  const { version } = agreementVersions[type];
  if (accepted !== version)
    throw new Refusal('agreementChanged', {
      reason: 'another version of the deletion agreement',
      data: { agreements: [{ type, version }] },
    });
}
