/** Headers of every answer. */
function common(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Not no-referrer: browsers then send `Origin: null` with forms, and Referer replaces a missing Origin.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // An engine that does not know a feature warns on every page: passkeys are known to all that can use them.
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Headers of answers under /api: data that is never cached and never shown as a page. */
export function apiHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    ...common(secure),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
  };
}

/** Headers of pages and files, whose handlers may set a wider content-security-policy and cache-control. */
export function pageHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    ...common(secure),
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    'cache-control': 'no-cache',
  };
}

/**
 * For every step of the way of an app's request: an app may have opened it in a popup, and a policy on only one step
 * would cut the popup off from the app for good.
 */
export const opensPopups = { 'cross-origin-opener-policy': 'unsafe-none' } as const;
