import { second } from '#server/platform/clock.ts';
import type { Person } from './people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** A code on the screen of a browser. */
export interface ShownQr {
  readonly code: string;
  readonly secret: string;
}

type Phone = Pick<Person, 'browser'>;

/** A code on the screen of a browser, two seconds later: the soonest moment at which it is looked up. */
export async function showQr(app: TestApp, computer: TestBrowser, purpose: 'signIn' | 'register' = 'signIn'): Promise<ShownQr> {
  const { data } = await computer.post<{ qrCode: string; secret: string }>('/qr/begin', { purpose });
  app.clock.advance(2 * second);
  return { code: data.qrCode, secret: data.secret };
}

export async function qrStateOf(
  computer: TestBrowser,
  { code, secret }: ShownQr,
): Promise<{ readonly state: string; readonly number?: number }> {
  return (await computer.post<{ state: string; number?: number }>('/qr/state', { qrCode: code, secret })).data;
}

/** Shows a code, scans it and asks: up to the number on the screen. */
export async function scanQr(app: TestApp, { computer, phone }: { readonly computer: TestBrowser; readonly phone: Phone }) {
  const page = await showQr(app, computer);
  const { code } = page;
  await phone.browser.post('/qr/open', { qrCode: code });
  await qrStateOf(computer, page);
  await phone.browser.post('/qr/asking', { qrCode: code });
  const { number = 0 } = await qrStateOf(computer, page);
  return { ...page, number };
}

/** Approves by a number. */
export function decideQr({ browser }: Phone, { code, number }: Pick<ShownQr, 'code'> & { readonly number: number }): Promise<TestAnswer> {
  return browser.post('/qr/decide', { qrCode: code, number });
}

export function finishQr<Data = unknown>(computer: TestBrowser, { code, secret }: ShownQr): Promise<TestAnswer<Data>> {
  return computer.post<Data>('/qr/finish', { qrCode: code, secret });
}
