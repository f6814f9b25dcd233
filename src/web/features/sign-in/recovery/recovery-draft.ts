import { tabStore } from '#web/lib/browser/browser.ts';
import { clean } from '#contract/rules/clean.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { emailRules } from '#contract/rules/email.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import type { Method } from './recovery-values.ts';

/**
 * State that a reload or a visit to another page must not lose. Never includes code or password. Kept in
 * sessionStorage, so that neither the URL nor the server's log carries a phone or an email.
 */
export interface RecoveryDraft {
  readonly method: Method;
  readonly phone: string;
  readonly email: string;
}

/** The identifier of the sign-in form at the start of the draft. */
type Kept = RecoveryDraft & { readonly from: string };

const storageKey = 'recovery';

/**
 * The kept draft if the sign-in form still names the same account; otherwise a new draft for that identifier.
 * @param from the identifier typed at sign-in, '' if there is none
 */
export function readRecoveryDraft(from: string): RecoveryDraft {
  const kept = keptDraft();
  return kept !== undefined && (from === '' || kept.from === from) ? kept : draftFrom(from);
}

/** Keeps the draft for a reload and for the way back. */
export function keepRecoveryDraft(draft: RecoveryDraft, from: string): void {
  const kept: Kept = { ...draft, from };
  tabStore.setItem(storageKey, JSON.stringify(kept));
}

/** Forgets everything after the password reset. */
export function forgetRecoveryDraft(): void {
  tabStore.removeItem(storageKey);
}

/** Whether a value is a valid phone or email. */
export function isContact(method: Method, value: string): boolean {
  return method === 'phone'
    ? firstFailing(phoneRules, clean.phone(value)) === undefined
    : firstFailing(emailRules, clean.email(value)) === undefined;
}

/** A username reveals no recipient for a code. */
function draftFrom(identifier: string): RecoveryDraft {
  if (isContact('email', identifier)) return { method: 'email', phone: '', email: clean.email(identifier) };
  return { method: 'phone', phone: isContact('phone', identifier) ? clean.phone(identifier) : '', email: '' };
}

function keptDraft(): Kept | undefined {
  const { method, phone, email, from } = tabStore.getRecord(storageKey);
  if (method === undefined) return undefined;
  return { method: method === 'email' ? 'email' : 'phone', phone: textOf(phone), email: textOf(email), from: textOf(from) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
