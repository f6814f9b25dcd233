import * as client from 'openid-client';
import { expect, type Page } from '@playwright/test';
import { apps, readerOrigin, serverOrigin } from './server.ts';
import type { Lang, Translate } from './texts.ts';

/** The app's name in the language of the project. */
export function appName(app: keyof typeof apps, lang: Lang): string {
  return apps[app].name[lang];
}

/** An authorization request by the app Reader; `params` overrides its parameters. */
export function readerRequest(params: Readonly<Record<string, string>> = {}): string {
  const address = new URL('/oidc/auth', serverOrigin());
  const usual = {
    client_id: apps.reader.id,
    redirect_uri: `${readerOrigin()}/callback`,
    response_type: 'code',
    scope: 'openid profile',
    // RFC 7636 appendix B.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'state',
  };
  address.search = new URLSearchParams({ ...usual, ...params }).toString();
  return address.href;
}

/** The immediate answer to such a request: the app's result without any page. */
export async function silentAnswer(page: Page): Promise<URLSearchParams> {
  const answer = await page.request.get(readerRequest({ prompt: 'none' }), { maxRedirects: 0 });
  return new URL(answer.headers()['location'] ?? '', readerOrigin()).searchParams;
}

/** Signs a signed-in browser in to Reader. Ends on the app's page. */
export async function authorizeReader(page: Page, t: Translate): Promise<void> {
  await page.goto(readerRequest());
  await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
  await page.waitForURL(`${readerOrigin()}/callback?code=*`);
}

/** Signs a signed-in browser in to Notes with all requested scopes. Ends on the app's page. */
export async function authorizeNotes(page: Page, notesOrigin: string, t: Translate): Promise<void> {
  await page.goto(`${notesOrigin}/sign-in`);
  await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
}

/** A device that polls with a common client library. */
export interface AskingDevice {
  readonly userCode: string;
  readonly qrUrl: string;
  /** Asks once. @throws {client.ResponseBodyError} */
  token(): Promise<string>;
  /** Whether the token is still valid for any use. */
  isAlive(token: string): Promise<boolean>;
}

export async function askAsDevice(name: string): Promise<AskingDevice> {
  const config = await client.discovery(new URL(serverOrigin()), apps.notes.id, {}, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const asked = await client.initiateDeviceAuthorization(config, {
    scope: 'openid profile',
    device_name: name,
    device_type: 'notebook',
    device_model: 'T14',
    os: 'Cedar OS',
    os_version: '25',
  });
  return {
    userCode: asked.user_code,
    qrUrl: asked.verification_uri_complete ?? '',
    async token() {
      const grant = 'urn:ietf:params:oauth:grant-type:device_code';
      return (await client.genericGrantRequest(config, grant, { device_code: asked.device_code })).access_token;
    },
    async isAlive(token) {
      return client.fetchUserInfo(config, token, client.skipSubjectCheck).then(
        () => true,
        () => false,
      );
    },
  };
}
