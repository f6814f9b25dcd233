import { expect, type Page } from '@playwright/test';
import { codePattern } from '#contract/fixtures/codes.ts';

interface Message {
  readonly scene: string;
  readonly code?: string;
  readonly text: string;
  readonly link: string | null;
}

/**
 * The newest code sent to a phone or email in a scene. Waits while it is still `earlier`: messages leave a moment after
 * the answer.
 */
export async function codeOf(
  scene: 'register' | 'login' | 'reset' | 'verify' | 'bind' | 'delete' | 'upgrade',
  page: Page,
  to: string,
  earlier?: string,
): Promise<string> {
  let code = '';
  const look = async () => {
    const messages = await messagesTo(to, page);
    const newest = messages.find((message) => message.scene === scene)?.code ?? '';
    code = newest === earlier ? '' : newest;
    return code;
  };
  await expect.poll(look, { message: `the code for ${to}` }).toMatch(codePattern);
  return code;
}

/** The path and token of the newest link to a page sent to a phone or email. Waits while it is still `earlier`. */
export async function linkOf(
  opens: 'activate-email' | 'register/support' | 'undo-upgrade' | 'apply-cancellation',
  page: Page,
  to: string,
  earlier?: string,
): Promise<string> {
  let link: string | undefined;
  const look = async () => {
    const messages = await messagesTo(to, page);
    const texts = messages.map((message) => `${message.link ?? ''} ${message.text}`);
    const [newest] = texts.flatMap((text) => new RegExp(`/${opens}\\?(?:token|X-Token)=[\\w-]+`).exec(text) ?? []);
    link = newest === earlier ? undefined : newest;
    return link;
  };
  await expect.poll(look, { message: `the link for ${to}` }).toBeDefined();
  return link ?? '';
}

/** The path and token of the newest link, in a message to a phone or an email, that acts without a sign-in. */
export async function actingLinkOf(page: Page, to: string): Promise<string> {
  let link: string | undefined;
  const look = async () => {
    const texts = (await messagesTo(to, page)).map((message) => `${message.link ?? ''} ${message.text}`);
    [link] = texts.flatMap((text) => /\/n(?:otice)?#(?:w\.)?[\w-]{22}/.exec(text) ?? []);
    return link;
  };
  await expect.poll(look, { message: `the acting link for ${to}` }).toBeDefined();
  return link ?? '';
}

/** Only this machine may see the outbox, so the request does not use the test's own client IP. */
async function messagesTo(to: string, page: Page): Promise<readonly Message[]> {
  const headers = { 'x-forwarded-for': '127.0.0.1' };
  const answer = await page.request.get(`/dev/outbox.json?to=${encodeURIComponent(to)}`, { headers });
  return answer.json();
}
