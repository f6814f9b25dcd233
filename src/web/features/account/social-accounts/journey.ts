import { tabStore } from '#web/lib/browser/browser.ts';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';

/**
 * The purpose of a trip to a platform. Kept for the tab, because the return is to a new document. It decides only the
 * offer on screen: the server, which has bound the state to the purpose, decides the permission.
 */
export interface Journey {
  readonly platform: Platform;
  /** `link`: sign in with the usual methods, then answer the question about binding the person. */
  readonly purpose: 'signIn' | 'bind' | 'link';
  /** The page of origin, also the target after a cancellation. */
  readonly from: string;
  /** The target after sign-in; '' if none was requested. */
  readonly redirect: string;
}

const storageKey = 'social.journey';

/** Remembers the purpose of a departure. */
export function beginJourney(journey: Journey): void {
  tabStore.setItem(storageKey, JSON.stringify(journey));
}

/** The tab's journey to a platform; without one, for example after a return in another tab, a sign-in is assumed. */
export function journeyTo(platform: Platform): Journey {
  const kept = keptJourney();
  return kept?.platform === platform ? kept : { platform, purpose: 'signIn', from: '/login', redirect: '' };
}

/** Ends the journey, successful or not. */
export function endJourney(): void {
  tabStore.removeItem(storageKey);
}

function keptJourney(): Journey | undefined {
  const kept = tabStore.getRecord(storageKey);
  const { purpose, from, redirect } = kept;
  const platform = platforms.find((known) => known === kept['platform']);
  if (platform === undefined || typeof from !== 'string' || typeof redirect !== 'string') return undefined;
  return purpose === 'signIn' || purpose === 'bind' || purpose === 'link' ? { platform, purpose, from, redirect } : undefined;
}
