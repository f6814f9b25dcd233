import type { Language } from '#contract/vocabulary/languages.ts';
import { refused, sessionOver, type Given, type Replies } from './fake-api.ts';
import { emptyReplies, fullAccount, fullReplies, newAccount, visitorReplies } from './samples.ts';

/** Behaviors of the API, applied to every screen. */
export const scenarios: Readonly<Record<string, (language: Language) => Replies>> = {
  full: (language) => ({ ...basic, ...fullReplies(language), metainfo: { data: fullAccount(language) } }),
  empty: (language) => ({ ...basic, ...fullReplies(language), ...emptyReplies, metainfo: { data: newAccount(language) } }),
  visitor: (language) => ({ ...fullReplies(language), ...basic, metainfo: sessionOver }),
  loading: (language) => everyRead(language, () => new Promise(() => undefined)),
  slow: (language) => everyRead(language, (reply) => new Promise((resolve) => setTimeout(() => resolve(reply), 3000))),
  error: (language) => everyRead(language, () => refused('serverError')),
  offline: (language) => everyRead(language, () => 'no network'),
  'session-over': (language) => everyRead(language, () => sessionOver),
};

const basic: Replies = {
  ...visitorReplies,
  navigation: { data: [] },
  key: { data: { key: '', client_id: 'fake', label: '' } },
};

/** The full scenario with each reply that a screen shows replaced. */
function everyRead(language: Language, replace: (reply: unknown) => unknown): Replies {
  const full = { ...fullReplies(language), metainfo: { data: fullAccount(language) } };
  const changed = Object.entries(full).map(([name, reply]) => [
    name,
    typeof reply === 'function' ? (given: Given) => replace(reply(given)) : () => replace(reply),
  ]);
  // Each name has a reply of its kind, or one that every call may give.
  return { ...basic, ...(Object.fromEntries(changed) as Replies) };
}
