import type { Platform } from '#contract/vocabulary/platforms.ts';
import { readPlatformCallback, type PlatformCallback } from '#contract/account/social-accounts/platform-callback.ts';
import { second } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import type { SocialSettings } from '#server/platform/settings/social.ts';
import { platformEnvironment } from '#simulators/simulated-environment.ts';
import type { Simulators } from '#simulators/simulators.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** The configuration that points the server to the simulators, which answer late only on command. */
export function simulatedSocial({ origin }: Pick<Simulators, 'origin'>, dataDir: string): SocialSettings {
  const { wechat, weibo, qq, ...rest } = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...platformEnvironment(origin) }).social;
  const timeoutMs = second;
  return {
    ...rest,
    wechat: wechat && { ...wechat, timeoutMs },
    weibo: weibo && { ...weibo, timeoutMs },
    qq: qq && { ...qq, timeoutMs },
  };
}

/** The person's decision on the platform's page, and the result that they return with. */
export async function decide(
  url: string,
  { person = '1', decision = 'approve' }: { readonly person?: string; readonly decision?: 'approve' | 'refuse' | 'wrongState' } = {},
): Promise<PlatformCallback> {
  const asked = new URL(url);
  const page = await fetch(asked);
  if (page.status !== 200 || !(await page.text()).includes('name="decision"')) throw new Error(`the platform shows no consent: ${url}`);
  asked.hash = '';
  asked.pathname = asked.pathname.replace(/\/\w+$/, '/decide');
  asked.searchParams.set('person', person);
  asked.searchParams.set('decision', decision);
  const back = await fetch(asked, { redirect: 'manual' });
  const { search, hash } = new URL(back.headers.get('location') ?? 'http://nowhere.invalid/');
  return readPlatformCallback({ search, hash });
}

/** Code and state of a person who approved. */
export async function approve(url: string, person: string): Promise<{ readonly code: string; readonly state: string }> {
  const callback = await decide(url, { person });
  if (callback.kind !== 'answered') throw new Error(`the platform sent back: ${callback.kind}`);
  const { code, state } = callback;
  return { code, state };
}

export type CameBack = { readonly platform: Platform; readonly code: string; readonly state: string };

/** Goes to the platform as a visitor and returns with an approval. */
export async function visitPlatform(
  browser: TestBrowser,
  {
    platform,
    person,
    query = '',
    userAgent,
  }: { readonly platform: Platform; readonly person: string; readonly query?: string; readonly userAgent?: string },
): Promise<CameBack> {
  await browser.prepare();
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const begun = await browser.get<{ url: string }>(`/oauth2/platform/login/url?platform=${platform}${query}`, headers);
  if (begun.code !== 200) throw new Error(`the server answered ${begun.text}`);
  return { platform, ...(await approve(begun.data.url, person)) };
}
