import { hash } from 'node:crypto';
import type { AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import type { ChangeKind } from '#contract/account/agreements/consents.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import type { LegalText } from '#messages/legal-texts.ts';

/** One release of agreements. Times are milliseconds. */
export interface Publication {
  /** From 1, without gaps. */
  readonly number: number;
  readonly origin: 'built-in' | 'operator';
  readonly publishedAt: number;
  readonly effectiveAt: number;
  /** Until when people may put it off; null for one that asks nobody. */
  readonly laterUntil: number | null;
}

/** Change of a version, in a sentence of the operator. */
export interface DocumentChange {
  readonly kind: ChangeKind;
  readonly text: string;
}

/** One published text: an agreement of one region in one language. */
export interface LegalDocument {
  readonly type: AgreementType;
  readonly version: string;
  readonly region: Region;
  readonly language: Language;
  readonly publication: number;
  readonly text: LegalText;
  /** SHA-256 of `bodyOf(text)`, hexadecimal. */
  readonly digest: string;
  readonly changes: readonly DocumentChange[];
}

/** The stored form of a text: the names of the product are placeholders in it, so that they are no part of its version. */
export function bodyOf({ title, sections }: LegalText): string {
  const own = sections.map(({ heading, paragraphs }) => ({ heading, paragraphs }));
  return JSON.stringify({ title, sections: own });
}

export function digestOf(body: string): string {
  return hash('sha256', body, 'hex');
}
