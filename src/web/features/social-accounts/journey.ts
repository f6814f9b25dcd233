import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { isRecord } from '#web/lib/refusal-error.ts';

/**
 * What somebody left for when they went to a platform. Kept for the tab, because the page that they come back to is a new document. It only
 * says what to offer: what may be done is decided by the server, which has bound the state to the purpose.
 */
export interface Journey {
  readonly platform: Platform;
  /** `link`: to sign in as ever, and then to be asked whether to bind who came back. */
  readonly purpose: 'signIn' | 'bind' | 'link';
  /** The page that they left, and go back to when they change their mind. */
  readonly from: string;
  /** Where to go after signing in; '' where nothing was asked for. */
  readonly redirect: string;
}

const storageKey = 'social.journey';

/** Remembers what somebody leaves for. */
export function beginJourney(journey: Journey): void {
  sessionStorage.setItem(storageKey, JSON.stringify(journey));
}

/** The journey to a platform that this tab is on; who is on none, or has come back in another tab, may have wanted to sign in. */
export function journeyTo(platform: Platform): Journey {
  const kept = parse(sessionStorage.getItem(storageKey));
  return kept?.platform === platform ? kept : { platform, purpose: 'signIn', from: '/login', redirect: '' };
}

/** It has ended, well or not. */
export function endJourney(): void {
  sessionStorage.removeItem(storageKey);
}

function parse(text: string | null): Journey | undefined {
  if (text === null) return undefined;
  const kept: unknown = JSON.parse(text);
  if (!isRecord(kept)) return undefined;
  const { purpose, from, redirect } = kept;
  const platform = platforms.find((known) => known === kept['platform']);
  if (platform === undefined || typeof from !== 'string' || typeof redirect !== 'string') return undefined;
  return purpose === 'signIn' || purpose === 'bind' || purpose === 'link' ? { platform, purpose, from, redirect } : undefined;
}
