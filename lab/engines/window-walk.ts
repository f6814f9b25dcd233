import { setTimeout as delay } from 'node:timers/promises';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import { window as size } from './engine.ts';
import { alive, type WalkedPage, type WalkOptions } from './walked-page.ts';

/** The accent of the walk, and the color of its buttons in both themes. */
const accent = '0F7B6C';
const solid = /^rgba?\(1[0-9], 1[0-9]{2}, 1[0-9]{2}/;

/** The names of the window. */
function names({ theme, language }: WalkOptions): string {
  const query = { display: 'embedded', host: 'cedar-desktop', theme, accent, font: 'Noto Sans', ui_locales: languageFacts[language].tag };
  return new URLSearchParams(query).toString();
}

/** What every page of a window has, and has not. */
async function lookInWindow(page: WalkedPage, step: string): Promise<void> {
  await page.until(`document.documentElement.hasAttribute('data-alive')`);
  await page.look(`window-${step}`);
  const hidden = '#root > div > header, #root > div > footer';
  const isHidden = `Array.prototype.every.call(document.querySelectorAll('${hidden}'), function (part) { return part.offsetHeight === 0 })`;
  await page.expect(isHidden, `window-${step}: the header or the footer of the site is there`);
  await page.expect(`document.querySelector('#emb-site em').offsetHeight > 0`, `window-${step}: the site is not named`);
  await page.expect(`document.querySelector('#emb-slow').offsetHeight === 0`, `window-${step}: the page is called slow`);
  await page.expect(
    `${solid.toString()}.test(getComputedStyle(document.querySelector('#emb-site circle')).fill)`,
    `window-${step}: the accent is not that of the host`,
  );
}

/** A line below the code for a phone leads to the password. */
async function byPassword(page: WalkedPage): Promise<void> {
  // The code moves the lines below it.
  await page.until(`document.querySelector('main img')`);
  await page.press('main button', page.t('si.usePassword'));
  await page.until(alive('main input[name=password]'));
}

async function windowSignedOut(page: WalkedPage, options: WalkOptions): Promise<void> {
  const { engine } = options;
  await engine.resize(size.width);
  await page.begin();
  for (const [step, path] of Object.entries({ recovery: '/register/support', register: '/register', login: '/login' })) {
    await page.open(`${path}?${names(options)}`, alive(step === 'login' ? 'main button' : 'main form input'));
    await lookInWindow(page, step);
    // The code for a phone is first.
    if (step === 'login') await byPassword(page);
  }
  await page.expect(
    `${solid.toString()}.test(getComputedStyle(document.querySelector('main form button[type=submit]')).backgroundColor)`,
    'window-login: the button has not the accent of the host',
  );
  await page.expect(`document.querySelector('#emb-foot a[data-language]').offsetHeight > 0`, 'window-login: no other language');
}

async function windowSignIn(page: WalkedPage, { engine, person, ...options }: WalkOptions): Promise<void> {
  await page.open(`/login?${names({ engine, person, ...options })}`, alive('main button'));
  await byPassword(page);
  const said = engine.host?.messages().length ?? 0;
  await page.fill('main input[name=account]', person.phone);
  await page.fill('main input[name=password]', person.password);
  await page.press('main form button[type=submit]');
  await page.until(`location.pathname === '/handed-over' && document.getElementById('emb-close')`);
  await page.expect(`document.getElementById('emb-close').offsetHeight > 0`, 'window-sign-in: nothing says that it is done');
  await hostHeard(page, { engine, said });
}

/** A host with Qt's own channel got the messages, with nothing of the person in them, and its own one acts. */
async function hostHeard(
  page: WalkedPage,
  { engine, said }: { readonly engine: WalkOptions['engine']; readonly said: number },
): Promise<void> {
  if (engine.host === undefined) return;
  const all = engine.host.messages();
  const done = '{"v":1,"type":"done","data":{"flow":"signIn","result":"ok"}}';
  if (!all.slice(said).includes(done)) page.problems.push(`window-sign-in: the host was not told: ${all.slice(said).join(' ')}`);
  if (!all.some((text) => text.includes('"type":"ready"'))) page.problems.push('window: the page never said that it is ready');
  const personal = all.find((text) => /1[3-9]\d{9}|cedar-forest|sid=|csrf/.test(text));
  if (personal !== undefined) page.problems.push(`window: a message has data of a person: ${personal}`);
}

async function windowConsent(page: WalkedPage, options: WalkOptions): Promise<void> {
  const { engine, appRequest, theme } = options;
  await page.open(`${appRequest}&${names(options)}`, `document.querySelectorAll('main button').length >= 2`);
  await page.expect(`location.pathname === '/consent'`, 'window-consent: another page');
  await lookInWindow(page, 'consent');
  if (engine.host === undefined) return;
  const other = theme === 'light' ? 'dark' : 'light';
  engine.host.say(JSON.stringify({ v: 1, type: 'look', data: { theme: other, accent: 'AA3377' } }));
  await page.until(`document.documentElement.getAttribute('data-theme') === '${other}'`);
  engine.host.say(JSON.stringify({ v: 1, type: 'look', data: { theme, accent } }));
  await page.until(`document.documentElement.getAttribute('data-theme') === '${theme}'`);
  await delay(100);
}

async function windowStepUp(page: WalkedPage, options: WalkOptions): Promise<void> {
  const { engine, person, appRequest } = options;
  await page.open(`${appRequest}&prompt=login&${names(options)}`, alive('main button'));
  // Beside the code stands who is signed in.
  await page.until(`/\\d{3}[\\s*•]+\\d{4}/.test(document.querySelector('main').textContent)`);
  await lookInWindow(page, 'step-up');
  await byPassword(page);
  // Filled in for a person who has a username.
  if ((await engine.evaluate(`document.querySelector('main input[name=account]').value`)) === '')
    await page.fill('main input[name=account]', person.phone);
  await page.fill('main input[name=password]', person.password);
  await page.press('main form button[type=submit]');
  await page.until(`location.pathname === '/consent' && document.querySelectorAll('main button').length >= 2`);
  await engine.resize();
}

/** Sign-in, registration, recovery, consent and step-up in a window of the desktop. */
export const inWindow = [windowSignedOut, windowSignIn, windowConsent, windowStepUp];
