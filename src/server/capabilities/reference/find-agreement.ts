import { agreementTypeOf, type LegalPath, type LegalType } from '#contract/vocabulary/agreement-types.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { regionOfCountry, type Region, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import { agreementVersions, type LegalText } from '#messages/legal-texts.ts';
import type { Config } from '#server/platform/config.ts';
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
}

/**
 * The text of one agreement in the caller's language and for the caller's region.
 * @throws {Refusal} notFound for an unknown version
 */
export function findAgreement(config: Pick<Config, 'brand' | 'supportEmail'>, request: AgreementRequest): Agreement {
  const type = agreementTypeOf(request.path);
  const { version, effectiveAt } = agreementVersions[type];
  if (request.id !== 'latest' && request.id !== version) throw new Refusal('notFound', { reason: 'agreement version' });
  const { language } = request;
  const text: LegalText = catalogues[language].legal[type][regionOf(request)];
  const fillIn = filler(config, language);
  return { type, id: request.id, version, effectiveAt, language, title: fillIn(text.title), html: renderHtml(text, fillIn) };
}

function regionOf({ region, country, language }: AgreementRequest): Region {
  if (region !== '') return region;
  if (country !== '') return regionOfCountry(country);
  return languageFacts[language].region;
}

function filler({ brand, supportEmail }: Pick<Config, 'brand' | 'supportEmail'>, language: Language): (text: string) => string {
  const values: Readonly<Record<string, string>> = {
    brand: brand.id[language],
    os: brand.os[language],
    supportEmail,
  };
  return (text) => fill(text, values);
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
