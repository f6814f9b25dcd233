import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { connectHttp, expectOk, freshEmail, type HttpClient } from '#server/testing/server/http-client.ts';
import type { ServerDatabase } from './database.ts';
import { expect } from './fixtures.ts';
import { serverOrigin } from './server.ts';
import { languageOf, type Lang } from './texts.ts';

/** A person with unique words in every field. */
export interface Person {
  readonly phone: string;
  readonly password: string;
  readonly email: string;
  readonly nickname: string;
  readonly company: string;
  /** Data that no other person may see: names, contacts, phone in full and masked, id and profile. */
  readonly marks: readonly string[];
  /** The person on another device. */
  readonly elsewhere: HttpClient;
}

/** Registers a person with names and a profile, beside the browser. */
export async function newPerson(
  name: string,
  { lang, database }: { readonly lang: Lang; readonly database: ServerDatabase },
): Promise<Person> {
  const elsewhere = connectHttp(serverOrigin());
  elsewhere.cookies.set('lang', languageOf(lang));
  const { phone, password } = await elsewhere.register();
  const own = `${name}${randomInt(1_000_000_000)}`;
  const email = freshEmail(`${own}.example`);
  database.addIdentifier({ phone }, 'email', email);
  const profile = { nickname: own, username: `u${own}`, company: `works ${own}`, realName: `real ${own}`, signature: `says ${own}` };
  const { id } = expectOk(await elsewhere.post<{ id: string }>('/userinfo', profile));
  const [first, last] = [phone.slice(0, 3), phone.slice(-4)];
  const marks = [own, phone, id, `${first}••••${last}`, `${first}****${last}`];
  return { phone, password, email, nickname: own, company: profile.company, marks, elsewhere };
}

/** Gives a person's session to the browser. */
export async function lendSession(context: BrowserContext, { elsewhere }: Person): Promise<void> {
  const url = serverOrigin();
  await context.addCookies([...elsewhere.cookies].map(([name, value]) => ({ name, value, url })));
}

/**
 * Plants a person's words wherever a page may keep some: under each name that the application uses, and under an
 * unknown one.
 */
export async function plantWords(page: Page, { phone, email, nickname, marks }: Person): Promise<void> {
  const words = JSON.stringify({
    kind: 'phone',
    method: 'email',
    owner: marks[2],
    phone,
    email,
    contact: phone,
    from: email,
    detail: nickname,
  });
  await page.evaluate(
    ([kept, typed]) => {
      const drafts = ['registration', 'recovery', 'deletion-draft', 'upgrade.visit', 'whatever comes next'];
      const texts = ['sign-in', 'recovery.token', 'deletion-page', 'activate-email.token', 'code-1a2b3c'];
      for (const name of drafts) sessionStorage.setItem(name, kept ?? '');
      for (const name of texts) sessionStorage.setItem(name, typed ?? '');
    },
    [words, nickname],
  );
}

/** Watches for a person's data from now on. */
export interface Watch {
  /** Expects that none of the person's data was or is in a page, in the browser's stores, or in an answer. */
  sawNothing(page: Page): Promise<void>;
}

/** Watches the page, every later one of the context and every answer. Spaces do not count. */
export async function watchFor({ marks }: Person, page: Page): Promise<Watch> {
  const seen: string[] = [];
  const context = page.context();
  const found = (text: string) => marks.filter((mark) => text.replaceAll(/\s/g, '').includes(mark.replaceAll(/\s/g, '')));
  await context.exposeBinding('tellSeen', (_source, where: string) => void seen.push(where));
  const script = `(${lookOut.toString()})(${JSON.stringify(marks)})`;
  await context.addInitScript(script);
  await page.evaluate(script);
  context.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    const read = async () => {
      for (const mark of found(await response.text().catch(() => ''))) seen.push(`${mark} in the answer of ${response.url()}`);
    };
    void read();
  });
  return {
    async sawNothing(last) {
      const kept = await last.evaluate(() =>
        JSON.stringify([
          Object.entries(sessionStorage),
          Object.entries(localStorage),
          history.state,
          document.cookie,
          document.title,
          name,
          location.href,
        ]),
      );
      for (const mark of found(kept)) seen.push(`${mark} kept in ${kept}`);
      expect(seen).toEqual([]);
    },
  };
}

/** Runs in the page: checks at once and after every change of the document. */
function lookOut(marks: readonly string[]): void {
  const squeezed = (text: string) => text.replaceAll(/\s/g, '');
  const look = () => {
    const fields = Array.from(document.querySelectorAll('input, textarea, select'), (field) =>
      'value' in field ? String(field.value) : '',
    );
    const all = squeezed(`${document.documentElement?.outerHTML ?? ''} ${fields.join(' ')}`);
    for (const mark of marks) {
      if (!all.includes(squeezed(mark))) continue;
      const tell: unknown = Reflect.get(window, 'tellSeen');
      if (typeof tell === 'function') tell(`${mark} at ${location.pathname}`);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener('input', look, true);
  look();
}
