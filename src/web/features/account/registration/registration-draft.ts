import { tabStore } from '#web/lib/browser/browser.ts';
import { regions, type RegionOrNone } from '#contract/vocabulary/regions.ts';

/** The identifier kind of a registration. */
export type RegistrationKind = 'phone' | 'email';

/**
 * State that a reload or a visit to another page must not lose. Never includes the password. Kept in sessionStorage, so
 * that neither the URL nor the server's log carries a phone or an email.
 */
interface RegistrationDraft {
  readonly kind: RegistrationKind | '';
  readonly region: RegionOrNone;
  readonly phone: string;
  readonly email: string;
}

const storageKey = 'registration';

/** The kept parts; missing parts are empty. */
export function readRegistrationDraft(): RegistrationDraft {
  const kept = tabStore.getRecord(storageKey);
  return {
    kind: kept['kind'] === 'phone' || kept['kind'] === 'email' ? kept['kind'] : '',
    region: regions.find((region) => region === kept['region']) ?? '',
    phone: textOf(kept['phone']),
    email: textOf(kept['email']),
  };
}

/** Keeps these parts and leaves the others unchanged. */
export function keepRegistrationDraft(parts: Partial<RegistrationDraft>): void {
  tabStore.setItem(storageKey, JSON.stringify({ ...readRegistrationDraft(), ...parts }));
}

/** Forgets everything after the account is created. */
export function forgetRegistrationDraft(): void {
  tabStore.removeItem(storageKey);
}

/** Transfers the text typed on the sign-in form to this form. */
export function keepRegistrationIdentifier(identifier: string): void {
  const value = identifier.trim();
  if (value === '') return;
  if (value.includes('@')) keepRegistrationDraft({ kind: 'email', email: value });
  else if (/^[+\d\s-]+$/.test(value)) keepRegistrationDraft({ kind: 'phone', phone: value });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
