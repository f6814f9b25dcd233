import type { AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import type { ChangeKind } from '#contract/account/agreements/consents.words.ts';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import type { DraftDays } from '#contract/account/agreements/publication-dates.ts';
import type { DateFault, TextFault } from '#contract/account/agreements/publication-drafts.words.ts';
import { regions, type Region } from '#contract/vocabulary/regions.ts';
import type { LegalText } from '#messages/legal-texts.ts';
import { checkText, isVersion } from './check-text.ts';
import { digestOf } from './document.ts';
import type { Draft } from './drafts.repository.ts';
import type { NewDocument } from './publications.repository.ts';

/** One text of a draft, and what has changed in it. */
export interface DraftText extends LegalText {
  readonly type: AgreementType;
  readonly region: Region;
  readonly language: Language;
  readonly changes: readonly { readonly kind: ChangeKind; readonly text: string }[];
}

export interface DraftContent extends DraftDays {
  readonly versions: readonly { readonly type: AgreementType; readonly version: string }[];
  readonly texts: readonly DraftText[];
}

export interface Finding {
  /** Empty for findings about the dates. */
  readonly type: AgreementType | '';
  /** Empty for findings about all texts of the type. */
  readonly region: Region | '';
  readonly language: Language | '';
  readonly fault: TextFault | DateFault;
  readonly found: string;
}

/** The stored form of a content, with its digest. */
export function sealContent(content: DraftContent): { readonly content: string; readonly digest: string } {
  const text = JSON.stringify(content);
  return { content: text, digest: digestOf(text) };
}

export function readContent({ content }: Pick<Draft, 'content'>): DraftContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only by `sealContent`
  return JSON.parse(content) as DraftContent;
}

/** The documents of a draft, and everything that keeps its texts from being published. A missing text is one without a title. */
export function checkContent(
  { versions, texts }: DraftContent,
  published: readonly { readonly type: AgreementType; readonly version: string }[],
): { readonly documents: readonly NewDocument[]; readonly findings: readonly Finding[] } {
  const documents: NewDocument[] = [];
  const findings: Finding[] = [];
  for (const { type, version } of versions) {
    const all = { type, region: '', language: '', found: version } as const;
    if (!isVersion(version)) findings.push({ ...all, fault: 'version' });
    else if (published.some((one) => one.type === type && one.version === version)) findings.push({ ...all, fault: 'repeated' });
    for (const region of regions) {
      for (const language of languages) {
        const text = texts.find((one) => one.type === type && one.region === region && one.language === language) ?? {};
        const checked = checkText(text);
        if ('fault' in checked) findings.push({ type, region, language, fault: checked.fault, found: checked.found ?? '' });
        else documents.push({ type, version, region, language, ...checked });
      }
    }
  }
  return { documents, findings };
}
