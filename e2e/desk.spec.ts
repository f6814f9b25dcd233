import type { Browser, Page } from '@playwright/test';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { newAppBody } from '#server/testing/apps/developers.ts';
import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { freshIp } from '#server/testing/server/test-browser.ts';
import { newId } from '#server/platform/ids.ts';
import { share } from '#contract/fixtures/short-form.ts';
import { freshEmail } from '#server/testing/people/people.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  carryPasskey,
  deskTranslate,
  enterDesk,
  openDeskRows,
  pressLast,
  tabUntil,
  type DeskRows,
  type DeskTranslate,
} from './support/desk.ts';
import { expect, test, texts } from './support/fixtures.ts';
import { serverOrigin } from './support/server.ts';
import { languageOf, type Lang } from './support/texts.ts';

/** Of each task, for somebody who saw the desk once. */
const taskMs = 60_000;

const wide = { width: 1280, height: 900 };

interface Member {
  readonly page: Page;
  readonly d: DeskTranslate;
}

/** A member at the desk, in their own browser. */
async function memberOf(
  browser: Browser,
  { lang, role, rows }: { readonly lang: Lang; readonly role: StaffRole; readonly rows: DeskRows },
): Promise<Member> {
  const context = await browser.newContext({
    baseURL: serverOrigin(),
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    viewport: wide,
    extraHTTPHeaders: { 'x-forwarded-for': freshIp() },
  });
  const client = connectHttp(serverOrigin());
  client.cookies.set('lang', languageOf(lang));
  const account = await client.register();
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: serverOrigin() })));
  const page = await context.newPage();
  const t = texts(lang);
  await carryPasskey(page, { t, password: account.password });
  rows.hire(account, {
    name: `${role}-${newId()
      .replaceAll(/[^a-zA-Z]/g, 'x')
      .slice(0, 6)}`,
    role,
  });
  await enterDesk(page);
  return { page, d: await deskTranslate(lang) };
}

/** Does a task, and says how long it took. */
async function task(name: string, steps: () => Promise<void>): Promise<void> {
  const began = Date.now();
  await test.step(name, steps);
  expect(Date.now() - began, name).toBeLessThan(taskMs);
}

/** Finds somebody by what is in hand, with only the keyboard. */
async function find({ page, d }: Member, text: string, caseRef?: string): Promise<void> {
  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: d('dk.find') });
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
  if (caseRef !== undefined) {
    await tabUntil(page, page.getByRole('textbox', { name: d('dk.case') }));
    await page.keyboard.type(caseRef);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/desk\/p\//);
}

/** Presses a button on the page, then the last one of its dialog. */
async function act({ page }: Member, button: string, confirm = button): Promise<void> {
  await tabUntil(page, page.getByRole('main').getByRole('button', { name: button, exact: true }));
  await page.keyboard.press('Enter');
  await pressLast(page, page.locator('dialog').getByRole('button', { name: confirm, exact: true }));
}

/** An account that was made by calls, in the language of the pages. */
async function newAccount(lang: Lang) {
  const client = connectHttp(serverOrigin());
  client.cookies.set('lang', languageOf(lang));
  return client.register();
}

/** Both members read the desk in this language from now on. */
async function speak(members: readonly Member[], lang: Lang): Promise<void> {
  for (const { page } of members) {
    await page.context().addCookies([{ name: 'lang', value: languageOf(lang), url: serverOrigin() }]);
    await page.goto('/desk/overview');
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
    // The language stands in the document; keys are heard once the page is there.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
}

/** The eight tasks in one language, and axe once on every page: some in light and Chinese, the others in dark and English. */
async function doTasks(
  lang: Lang,
  { agent: one, lead: two, rows }: { readonly agent: Member; readonly lead: Member; readonly rows: DeskRows },
): Promise<void> {
  const d = await deskTranslate(lang);
  const [agent, lead] = [
    { ...one, d },
    { ...two, d },
  ];
  const person = await newAccount(lang);
  rows.name(person, freshEmail());
  const reference = rows.send(person);
  await task('find by phone and say the state', async () => {
    await find(agent, person.phone, 'CS-20260115-7');
    await expect(agent.page.getByRole('heading', { level: 1 })).toContainText(d('dk.s.active'));
  });
  if (lang === 'zh') await expectAccessible(agent.page, 'light');
  await task('find by the reference of a message', async () => {
    await find(agent, reference);
    await expect(agent.page.getByRole('heading', { level: 1 })).toContainText(d('dk.s.active'));
  });
  await task('end all sessions', () => act(agent, d('dk.act.end')));
  await task('lock with the case', async () => {
    await act(agent, d('dk.act.lock'));
    await expect(agent.page.getByRole('heading', { level: 1 })).toContainText(d('dk.s.locked'));
  });
  await task('send an undelivered notice again', async () => {
    // The act has told the person: that notice can be sent again.
    await find(agent, person.phone);
    const again = agent.page.getByRole('main').getByRole('button', { name: new RegExp(`^${d('dk.resend')}`) });
    await tabUntil(agent.page, again.first());
    await agent.page.keyboard.press('Enter');
    await pressLast(agent.page, agent.page.locator('dialog').getByRole('button', { name: d('dk.resend'), exact: true }));
  });
  if (lang === 'en') await expectAccessible(agent.page, 'dark');

  // An account that was locked for another reason than its owner's wish takes a second member.
  const other = await newAccount(lang);
  await find(agent, other.phone);
  await tabUntil(agent.page, agent.page.getByRole('main').getByRole('button', { name: d('dk.act.lock'), exact: true }));
  await agent.page.keyboard.press('Enter');
  await tabUntil(agent.page, agent.page.locator('dialog').getByRole('radio', { name: d('dk.r.asked') }));
  await agent.page.keyboard.press('ArrowDown');
  await pressLast(agent.page, agent.page.locator('dialog').getByRole('button', { name: d('dk.act.lock'), exact: true }));
  await act(agent, d('dk.act.unlock'));
  await task('approve an unlock', async () => {
    await lead.page.keyboard.press('g');
    await lead.page.keyboard.press('v');
    await tabUntil(lead.page, lead.page.getByRole('button', { name: d('dk.approve') }).last());
    await lead.page.keyboard.press('Enter');
    await expect(lead.page.getByText(d('dk.ap.done')).first()).toBeVisible();
  });

  const client = connectHttp(serverOrigin());
  expectOk(await client.signIn(await client.register()));
  const { number } = expectOk(
    await client.post<{ number: string }>('/account/requests', { kind: 'correct', topic: 'profile', text: 'Born in 1994', key: newId() }),
  );
  await task('answer a request', async () => {
    await agent.page.keyboard.press('g');
    await agent.page.keyboard.press('q');
    await tabUntil(agent.page, agent.page.getByRole('link', { name: new RegExp(`^${d('dk.q.requests')}`) }));
    await agent.page.keyboard.press('Enter');
    await tabUntil(agent.page, agent.page.getByRole('link', { name: new RegExp(number) }));
    await agent.page.keyboard.press('Enter');
    await tabUntil(agent.page, agent.page.getByRole('button', { name: d('dk.rq.open') }));
    await agent.page.keyboard.press('Enter');
    await tabUntil(agent.page, agent.page.getByRole('textbox', { name: d('dk.rq.text') }));
    await agent.page.keyboard.type('1994-04-18');
    await tabUntil(agent.page, agent.page.getByRole('button', { name: d('dk.rq.answer') }));
    await agent.page.keyboard.press('Enter');
    await expect(agent.page.getByText(number)).toHaveCount(0);
  });
  if (lang === 'zh') await expectAccessible(agent.page, 'light');

  const developer = connectHttp(serverOrigin());
  const account = await developer.register();
  rows.name(account, freshEmail());
  const { agreement } = expectOk(await developer.get<{ agreement: string }>('/developer'));
  expectOk(await developer.post('/developer/begin', { agreement }));
  const name = `Notes ${newId().slice(0, 6)}`;
  const { app } = expectOk(
    await developer.post<{ app: { clientID: string } }>('/developer/apps', newAppBody({ name: { zh_CN: name, en_US: name } })),
  );
  rows.askReview(app.clientID);
  await task('send an app back', async () => {
    await lead.page.keyboard.press('g');
    await lead.page.keyboard.press('q');
    await tabUntil(lead.page, lead.page.getByRole('link', { name: new RegExp(name) }));
    await lead.page.keyboard.press('Enter');
    await tabUntil(lead.page, lead.page.getByRole('button', { name: d('dk.review.back') }));
    await lead.page.keyboard.press('Enter');
    await tabUntil(lead.page, lead.page.locator('dialog').getByRole('textbox'));
    await lead.page.keyboard.type('The homepage does not answer.');
    await pressLast(lead.page, lead.page.locator('dialog').getByRole('button', { name: d('dk.review.back') }));
    await expect(lead.page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);
  });

  // The other pages that the lead has, half of them in each language.
  const paths = lang === 'zh' ? ['overview', 'find', 'queues/requests', 'publications'] : ['overview', 'apps', 'staff', 'exceptions'];
  for (const path of paths) {
    await lead.page.goto(`/desk/${path}`);
    await expect(lead.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(lead.page.locator('[aria-busy=true]')).toHaveCount(0);
    await test.step(path, () => expectAccessible(lead.page, lang === 'zh' ? 'light' : 'dark'));
    await test.step(`${path} at 200 %`, () => expectFits(lead.page));
  }
  await lead.page.setViewportSize({ width: 620, height: 450 });
  await expect(lead.page.getByText(d('dk.small'))).toBeVisible();
  await lead.page.setViewportSize(wide);
}

/** A window of 1280 pixels whose page is twice as large: nothing is beyond its edge, and only tables scroll sideways. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: wide.width / 2, height: wide.height / 2 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize(wide);
}

test('the tasks of the desk by the keyboard only, each in a minute, in the language of the day', async ({ browser }) => {
  test.setTimeout(300_000);
  using rows = openDeskRows();
  const [agent, lead] = [
    await memberOf(browser, { lang: 'zh', role: 'agent', rows }),
    await memberOf(browser, { lang: 'zh', role: 'lead', rows }),
  ];
  for (const lang of share(['zh', 'en'] as const, { of: 2 })) {
    await speak([agent, lead], lang);
    await doTasks(lang, { agent, lead, rows });
  }
  await lead.page.context().close();
  await agent.page.context().close();
});
