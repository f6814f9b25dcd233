import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebTexts } from '#messages/catalogue.ts';
import { webTexts } from '#messages/web-catalogues.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { narrow, type Point } from './engine.ts';
import { heardOfPress, watchPress } from './heard.ts';
import { lookAt } from './look.ts';
import { alive, type WalkedPage, type WalkOptions } from './walked-page.ts';
import { inWindow } from './window-walk.ts';

/** For a busy machine. */
const patienceMs = 30_000;

/**
 * Walks sign-in, registration, recovery, home, an alarm, security, a dialog and consent, and the pages of a window of the desktop.
 * The result is what was broken.
 */
export async function walk(options: WalkOptions): Promise<readonly string[]> {
  return walkThrough(options, [signedOut, registration, recovery, signIn, home, alarm, security, consent, onNarrow, ...inWindow]);
}

/** Continues with the next journey after one that ended early. */
export async function walkThrough<Options extends WalkOptions>(
  options: Options,
  journeys: readonly ((page: WalkedPage, options: Options) => Promise<void>)[],
): Promise<readonly string[]> {
  const page = await pageOf(options);
  for (const journey of journeys) {
    try {
      await journey(page, options);
    } catch (error) {
      page.problems.push(`${journey.name}: ${error instanceof Error ? error.message : String(error)}; ${await page.heard()}`);
      await page.look(`${journey.name}-failed`).catch(() => undefined);
    }
  }
  return [...page.problems, ...options.engine.errors.map((error) => `reported: ${error}`)];
}

async function pageOf({ engine, name, origin, theme, language, pictures }: WalkOptions): Promise<WalkedPage> {
  const problems: string[] = [];
  const texts: WebTexts = await webTexts[language]();
  async function until(expression: string): Promise<void> {
    const end = performance.now() + patienceMs;
    while ((await engine.evaluate(`!!(${expression})`).catch(() => false)) !== true) {
      if (performance.now() > end) throw new Error(`never true: ${expression}`);
      await delay(100);
    }
  }

  let pressed = 'nothing';

  async function press(selector: string, text = ''): Promise<void> {
    const find = `(${pointOf.toString()})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`;
    // A press that lands while the page moves is nobody's.
    let [before, found] = ['', ''];
    do {
      await until(find);
      before = found;
      found = JSON.stringify(await engine.evaluate(find));
      await delay(50);
    } while (found !== before);
    pressed = `${selector} ${text}`.trim();
    await engine.evaluate(watchPress);
    await engine.press(JSON.parse(found) as Point);
  }

  return {
    problems,
    async begin() {
      await engine.forget();
      await engine.open(`${origin}/old-browser`);
      await engine.evaluate(`document.cookie = 'lang=${language}; path=/'`);
    },
    until,
    press,
    async heard() {
      const heard = await engine.evaluate(`location.pathname + ' ' + (${heardOfPress})`).catch(String);
      return `pressed last: ${pressed}; the page: ${String(heard)}`;
    },
    t: (key) => texts[key],
    async open(path, ready) {
      await engine.open(new URL(path, origin).href);
      await until(`document.documentElement.lang === '${language === 'zh_CN' ? 'zh-CN' : 'en'}'`);
      await until(ready);
    },
    async fill(selector, text) {
      await press(selector);
      await until(`document.activeElement && document.activeElement.matches(${JSON.stringify(selector)})`);
      await engine.type(text);
      await until(`document.activeElement.value.replace(/\\s/g, '') === ${JSON.stringify(text)}`);
    },
    async look(step) {
      // Transitions end.
      await delay(400);
      const found = (await engine.evaluate(lookAt(theme))) as readonly string[];
      problems.push(...[...new Set(found)].map((problem) => `${step}: ${problem}`));
      writeFileSync(join(pictures, `${name}-${theme}-${language.slice(0, 2)}-${step}.png`), await engine.screenshot());
    },
    async expect(expression, sentence) {
      if ((await engine.evaluate(`!!(${expression})`)) !== true) problems.push(sentence);
    },
  };
}

/** Runs in the page: the middle of the first visible element, in the open dialog if there is one. */
function pointOf(selector: string, text: string): Point | null {
  const dialogs = document.querySelectorAll('dialog[open]');
  const place = dialogs[dialogs.length - 1] ?? document;
  for (const element of Array.prototype.slice.call(place.querySelectorAll(selector)) as HTMLElement[]) {
    if (!(element.textContent ?? '').includes(text)) continue;
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    // What covers a control in part may be its own: a box drawn over a checkbox, the frame of a field.
    if (width > 0 && height > 0 && hit !== null) return point;
  }
  return null;
}

/** `--danger-control` of both themes (tokens.css): the build gives tokens other names. */
const danger = ['rgb(210, 46, 48)', 'rgb(237, 104, 101)'];

/** The field with the focus is wrong, and its frame says so. */
const wrongFrame = `(function () {
  var wrong = document.querySelector('dialog[open] [aria-invalid=true]') || document.querySelector('main [aria-invalid=true]');
  if (!wrong) return false;
  return Array.prototype.some.call(wrong.parentElement.children, function (child) {
    return ${JSON.stringify(danger)}.some(function (color) { return getComputedStyle(child).boxShadow.indexOf(color) >= 0 });
  });
})()`;

const toast = `Array.prototype.find.call(document.querySelectorAll('[popover=manual]'), function (layer) {
  return layer.firstElementChild && layer.getAttribute('role') === null && layer.offsetHeight > 0;
})`;

/** Without a top layer: what a person would press at the place of the toast. With one, it is inert and on top. */
const toastOnTop = `document.documentElement.getAttribute('data-engine') !== 'older' || (function (layer) {
  var box = layer && layer.firstElementChild.getBoundingClientRect();
  return box && layer.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
})(${toast})`;

async function signedOut(page: WalkedPage): Promise<void> {
  await page.begin();
  await page.open('/login', alive('main form input'));
  await page.look('login');
  await page.press('main form button[type=submit]');
  await page.until(`document.querySelector('main [aria-invalid=true]')`);
  await page.look('login-wrong');
  await page.expect(`document.activeElement.getAttribute('aria-invalid') === 'true'`, 'login-wrong: the wrong field has no focus');
  await page.expect(wrongFrame, 'login-wrong: the wrong field with the focus has no red frame');
  await page.press('main button', page.t('si.byCode'));
  await page.until(`document.querySelector('main input[name=code]')`);
  await page.look('login-by-code');
}

async function registration(page: WalkedPage, { client, phone }: WalkOptions): Promise<void> {
  const password = 'cedar-forest-2026';
  await page.open('/register', alive('main form input'));
  await page.look('register');
  await page.fill('main input[name=phone]', phone);
  await page.press('main form button', page.t('f.getCode'));
  // A captcha that asks for no press passes in a worker.
  await page.until(`document.activeElement && document.activeElement.name === 'code'`);
  await page.look('register-code-sent');
  await page.fill('main input[name=code]', await client.codeFor(phone));
  await page.fill('main input[name=password]', password);
  await page.fill('main input[name=confirm]', password);
  await page.press('main input[type=checkbox]');
  await page.press('main form button[type=submit]');
  await page.until(`location.pathname !== '/register' && ${alive('main a, main button')}`);
  await page.look('registered');
}

/** The person who has just registered has forgotten the password. */
async function recovery(page: WalkedPage, { engine, client, phone }: WalkOptions): Promise<void> {
  const password = 'maple-seed-2031';
  await page.begin();
  await page.open('/register/support', alive('main form input'));
  await page.look('recovery');
  await page.fill('main input[name=account]', phone);
  await page.press('main form button', page.t('f.getCode'));
  await page.until(`document.activeElement && document.activeElement.name === 'code'`);
  await page.look('recovery-code');
  // The last digit sends it.
  await engine.type(await client.codeFor(phone));
  await page.until(alive('main input[name=newPassword]'));
  await page.look('recovery-password');
  await page.fill('main input[name=newPassword]', password);
  await page.fill('main input[name=confirm]', password);
  await page.press('main form button[type=submit]');
  await page.until(`/result-center.resetPassword$/.test(location.pathname) && ${alive('main a, main button')}`);
  await page.look('recovered');
}

async function signIn(page: WalkedPage, { person }: WalkOptions): Promise<void> {
  await page.begin();
  await page.open('/login', alive('main form input'));
  await page.fill('main input[name=account]', person.phone);
  await page.fill('main input[name=password]', person.password);
  await page.press('main form button[type=submit]');
  await page.until(`location.pathname === '/pc-account-home'`);
}

async function home(page: WalkedPage, { engine }: WalkOptions): Promise<void> {
  await page.until(`/\\d{3}[\\s*•]+\\d{4}/.test(document.querySelector('main').textContent)`);
  await page.look('home');
  const panel = `document.getElementById(document.querySelector('header button[popovertarget][aria-label]').getAttribute('aria-controls'))`;
  await page.press('header button[popovertarget][aria-label]');
  await page.until(`${panel}.offsetHeight > 0`);
  await page.look('menu');
  await engine.escape();
  await page.until(`${panel}.offsetHeight === 0`);
}

/** A stranger signs in: the owner sees what that does, goes back, and answers. */
async function alarm(page: WalkedPage, { engine, origin, person }: WalkOptions): Promise<void> {
  await connectHttp(origin).signIn(person);
  const question = `main section[aria-label="${page.t('ck.a.answer')}"]`;
  await page.open('/pc-account-home', `document.querySelector('${question}')`);
  await page.look('alarm');
  await page.press(`${question} a`);
  await page.until(`location.pathname === '/freeze' && document.querySelector('main h1')`);
  await page.until(`document.querySelector('main [aria-busy=true]') === null`);
  await page.look('alarm-not-me');
  await page.open('/pc-account-home', `document.querySelector('${question}')`);
  // Sign-ins of this walk in other themes and languages may be the next question.
  const text = `(document.querySelector('${question}') || {}).textContent`;
  const asked = JSON.stringify(await engine.evaluate(text));
  await page.press(`${question} button`);
  await page.until(`${text} !== ${asked}`);
  await page.look('alarm-answered');
}

async function security(page: WalkedPage, { engine }: WalkOptions): Promise<void> {
  await page.open('/pc-security', `document.querySelectorAll('main li').length > 2`);
  await page.look('security');
  await page.open('/pc-way/password', alive('main form input'));
  await page.press('main form button[type=submit]');
  await page.until(`document.querySelector('main [aria-invalid=true]')`);
  await page.look('password-wrong');
  await page.expect(wrongFrame, 'password-wrong: the wrong field has no red frame');
  await page.open('/pc-way/phone?change', `document.querySelector('dialog[open] h2')`);
  await page.look('dialog');
  await engine.evaluate(`dispatchEvent(new Event('offline'))`);
  await page.until(toast);
  await page.look('dialog-toast');
  await page.expect(toastOnTop, 'dialog-toast: the toast lies under the dialog');
  await engine.escape();
  await page.until(`!document.querySelector('dialog[open]')`);
}

async function consent(page: WalkedPage, { appRequest }: WalkOptions): Promise<void> {
  await page.open(appRequest, `document.querySelectorAll('main button').length >= 2`);
  await page.look('consent');
}

async function onNarrow(page: WalkedPage, { engine }: WalkOptions): Promise<void> {
  await engine.resize(narrow.width);
  try {
    await page.open('/mobile-account-home', `/\\d{3}[\\s*•]+\\d{4}/.test(document.querySelector('main').textContent)`);
    await page.look('home-narrow');
    await page.begin();
    await page.open('/login', alive('main form input'));
    await page.look('login-narrow');
  } finally {
    await engine.resize();
  }
}
