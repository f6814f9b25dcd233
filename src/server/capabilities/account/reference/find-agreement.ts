import {
  agreementTypeOf,
  agreementTypes,
  type AgreementType,
  type LegalPath,
  type LegalType,
} from '#contract/account/agreements/agreement-types.words.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { regionOfCountry, type Region, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import { catalogues } from '#messages/catalogues.ts';
import { agreementVersions, type LegalText } from '#messages/legal-texts.ts';
import { legalFiller } from '#server/core/account/agreements/legal-filler.ts';
import { bodyOf, digestOf } from '#server/core/account/agreements/document.ts';
import type { Agreements } from '#server/core/account/agreements/agreements.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface AgreementRequest {
  readonly path: LegalPath;
  /** `latest` or a version. */
  readonly id: string;
  readonly region: RegionOrNone;
  /** Country of the request, '' when unknown: picks the text if no region is given. */
  readonly country: string;
  readonly language: Language;
}

export interface Agreement {
  readonly type: LegalType;
  readonly id: string;
  readonly version: string;
  readonly language: Language;
  readonly title: string;
  readonly html: string;
  readonly effectiveAt: string;
  /** SHA-256 of the text before the names of the product are filled in, hexadecimal. */
  readonly digest: string;
}

/**
 * The text of one agreement in the caller's language and for the caller's region: the newest, or any version that was
 * ever published.
 * @throws {Refusal} notFound for an unknown version
 */
export function findAgreement(
  agreements: Pick<Agreements, 'find' | 'publication'>,
  config: Pick<Config, 'brand' | 'supportEmail'>,
  request: AgreementRequest,
): Agreement {
  const type = agreementTypeOf(request.path);
  const { id, language } = request;
  const isPublished = (one: LegalType): one is AgreementType => agreementTypes.some((each) => each === one);
  const found = isPublished(type) ? published(agreements, type, request) : ownText(type, request);
  if (found === undefined) throw new Refusal('notFound', { reason: 'agreement version' });
  const { text, ...facts } = found;
  const fillIn = legalFiller(config, language);
  return { type, id, ...facts, language, title: fillIn(text.title), html: renderHtml(text, fillIn) };
}

type FoundText = Pick<Agreement, 'version' | 'effectiveAt' | 'digest'> & { readonly text: LegalText };

/** An agreement that accounts accept. */
function published(
  agreements: Pick<Agreements, 'find' | 'publication'>,
  type: AgreementType,
  request: AgreementRequest,
): FoundText | undefined {
  const { id, language } = request;
  const document = agreements.find({ type, version: id, region: regionOf(request), language });
  if (document === undefined) return undefined;
  const { version, text, digest, publication } = document;
  const { effectiveAt } = agreements.publication(publication);
  return { version, text, digest, effectiveAt: new Date(effectiveAt).toISOString().slice(0, 10) };
}

/** An agreement that has only the text of this version of the product. */
function ownText(type: Exclude<LegalType, AgreementType>, request: AgreementRequest): FoundText | undefined {
  const { version, effectiveAt } = agreementVersions[type];
  if (request.id !== 'latest' && request.id !== version) return undefined;
  const text: LegalText = catalogues[request.language].legal[type][regionOf(request)];
  return { version, effectiveAt, text, digest: digestOf(bodyOf(text)) };
}

function regionOf({ region, country, language }: AgreementRequest): Region {
  if (region !== '') return region;
  if (country !== '') return regionOfCountry(country);
  return languageFacts[language].region;
}

/** Headings and paragraphs with everything escaped: the texts and the brand are plain text. */
function renderHtml(text: LegalText, fillIn: (text: string) => string): string {
  return text.sections
    .map(({ heading, paragraphs }) => {
      const body = paragraphs.map((paragraph) => `<p>${escapeHtml(fillIn(paragraph))}</p>`);
      return `<h2>${escapeHtml(fillIn(heading))}</h2>${body.join('')}`;
    })
    .join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
