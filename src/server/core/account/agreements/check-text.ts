import { changeKinds } from '#contract/account/agreements/consents.words.ts';
import { changeLimits, maxTextBytes, type TextFault } from '#contract/account/agreements/publication-drafts.words.ts';
import type { LegalSection } from '#messages/legal-texts.ts';
import { bodyOf, digestOf, type DocumentChange } from './document.ts';
import type { NewDocument } from './publications.repository.ts';

/** The names of the product that a text may hold. */
export const placeholders = ['brand', 'os', 'supportEmail'] as const;

/** Only text: no field is read as anything but words. */
export interface GivenText {
  readonly title?: unknown;
  readonly sections?: unknown;
  readonly changes?: unknown;
}

type CheckedText = Pick<NewDocument, 'body' | 'digest' | 'changes'>;

export function isVersion(version: unknown): version is string {
  return typeof version === 'string' && /^[a-z0-9.-]{1,32}$/.test(version) && version !== 'latest';
}

/** A text as it would be published, or what is wrong with it. */
export function checkText({ title, sections, changes }: GivenText): CheckedText | { readonly fault: TextFault; readonly found?: string } {
  if (typeof title !== 'string' || title === '') return { fault: 'title' };
  if (!Array.isArray(sections) || sections.length === 0 || !sections.every(isSection)) return { fault: 'sections' };
  if (!Array.isArray(changes) || changes.length === 0 || changes.length > changeLimits.sentences || !changes.every(isChange))
    return { fault: 'changes' };
  const body = bodyOf({ title, sections });
  if (Buffer.byteLength(body) > maxTextBytes) return { fault: 'long' };
  const foreign = [...`${body}${JSON.stringify(changes)}`.matchAll(/\{(\w+)\}/g)].find(
    ([, name]) => !placeholders.some((each) => each === name),
  );
  if (foreign !== undefined) return { fault: 'placeholder', found: foreign[0] };
  return { body, digest: digestOf(body), changes: changes.map(({ kind, text }) => ({ kind, text })) };
}

function isSection(value: unknown): value is LegalSection {
  return isObject(value) && typeof value['heading'] === 'string' && Array.isArray(value['paragraphs']) && value['paragraphs'].every(isText);
}

function isChange(value: unknown): value is DocumentChange {
  return (
    isObject(value) &&
    changeKinds.some((kind) => kind === value['kind']) &&
    isText(value['text']) &&
    value['text'].length <= changeLimits.length
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
