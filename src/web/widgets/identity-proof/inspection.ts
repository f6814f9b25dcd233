import { sensitiveActions, type SensitiveAction } from '#contract/acts/acts.ts';

/** The pages that may follow the safety inspection: an address from outside must not choose where somebody who was just verified lands. */
const targets = [
  '/mobile-modify-info/phone',
  '/mobile-modify-info/email',
  '/mobile-modify-info/setPassword',
  '/mobile-modify-info/setInitialPassword',
  '/mobile-account-info',
  '/mobile-social-accounts',
  '/mobile-unbind',
  '/mobile-cancellation/verify',
];

/** The action that the inspection's address names. */
export function inspectedAction(query: URLSearchParams): SensitiveAction | undefined {
  return sensitiveActions.find((action) => action === query.get('action'));
}

/** Where the inspection leads: home where its address names no page of the table. */
export function pageAfterInspection(query: URLSearchParams, origin: string = location.origin): string {
  const next = query.get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  return url.origin === origin && targets.includes(url.pathname) ? url.pathname + url.search : '/';
}
