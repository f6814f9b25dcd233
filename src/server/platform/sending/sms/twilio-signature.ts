import { createHmac, timingSafeEqual } from 'node:crypto';

/** The path for Twilio's reports; the message's id follows. */
export const twilioReports = '/callbacks/twilio';

/**
 * `X-Twilio-Signature` (Twilio "Webhooks security"): HMAC-SHA1, base64, over the URL that Twilio was given, with its
 * query, and the form's names and values, sorted by name and without separators.
 */
export function signTwilio(url: string, form: URLSearchParams, authToken: string): string {
  const pairs = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return createHmac('sha1', authToken)
    .update(`${url}${pairs.flat().join('')}`)
    .digest('base64');
}

/** In constant time. */
export function isSignedByTwilio(signature: string, { url, form, authToken }: TwilioReport): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(signTwilio(url, form, authToken))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

interface TwilioReport {
  readonly url: string;
  readonly form: URLSearchParams;
  readonly authToken: string;
}
