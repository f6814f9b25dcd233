import { deskTexts, type DeskTexts } from '#messages/desk-catalogues.ts';
import type { Registered } from '#server/testing/server/http-client.ts';
import { narrow, wide } from './engine.ts';
import { walkThrough } from './walk.ts';
import type { WalkedPage, WalkOptions } from './walked-page.ts';

interface DeskWalkOptions extends WalkOptions {
  /** The cookie of a member who has just signed in. */
  readonly entry: () => string;
  /** Somebody who is found, and locked. */
  readonly found: Registered;
  readonly texts: DeskTexts;
}

type Journey = (page: WalkedPage, options: DeskWalkOptions) => Promise<void>;

const caseRef = 'CS-20260115-7';
const heading = `(document.querySelector('main h1') || {}).textContent`;

const enterDesk: Journey = async (page, { engine, entry, texts }) => {
  await engine.resize(wide.width);
  await page.begin();
  await engine.evaluate(`document.cookie = ${JSON.stringify(`${entry()}; path=/`)}`);
  // Makes a key that cannot leave the browser, keeps it, and signs with it.
  await page.open('/desk/enter', `location.pathname === '/desk/overview' && document.querySelector('main h1')`);
  await page.until(`document.querySelector('main li a')`);
  await page.expect(`${heading} === ${JSON.stringify(texts['dk.nav.overview'])}`, 'desk: not the overview');
  await page.look('desk-overview');
};

/** The key is there after a reload: the session continues. */
const readPages: Journey = async (page) => {
  for (const name of ['queues', 'apps', 'approvals']) {
    await page.open(`/desk/${name}`, `document.querySelector('main h1')`);
    await page.until(`document.querySelector('main [aria-busy=true]') === null`);
    await page.look(`desk-${name}`);
  }
};

const find: Journey = async (page, { engine, found, texts }) => {
  await page.open('/desk/find', `document.querySelectorAll('main form input').length > 2`);
  const idOf = (label: string): string =>
    `(Array.prototype.find.call(document.querySelectorAll('label'), function (one) { return one.textContent.indexOf(${JSON.stringify(label)}) === 0 }) || {}).htmlFor`;
  for (const [label, text] of [
    [texts['dk.find'], found.phone],
    [texts['dk.case'], caseRef],
  ] as const) {
    await page.until(idOf(label));
    await page.fill(`[id="${String(await engine.evaluate(idOf(label)))}"]`, text);
  }
  await page.look('desk-find');
  await page.press('main form button[type=submit]');
  await page.until(`/^\\/desk\\/p\\//.test(location.pathname) && ${heading}`);
  await page.until(`document.querySelector('main').textContent.indexOf(${JSON.stringify(texts['dk.s.active'])}) >= 0`);
  await page.expect(
    `document.documentElement.outerHTML.indexOf(${JSON.stringify(found.phone)}) < 0 && location.href.indexOf(${JSON.stringify(found.phone)}) < 0`,
    'desk-person: the phone is not masked',
  );
  await page.look('desk-person');
};

/** One value for a minute, which the browser keeps nowhere. */
const unmask: Journey = async (page, { found, texts }) => {
  await page.press('main button', texts['dk.show']);
  await page.until(`document.querySelector('dialog[open] input')`);
  await page.look('desk-unmask');
  await page.press('dialog[open] button', texts['dk.unmask.btn']);
  const phone = JSON.stringify(found.phone);
  await page.until(`document.querySelector('main').textContent.indexOf(${phone}) >= 0`);
  await page.expect(
    `(JSON.stringify(Object.assign({}, localStorage)) + JSON.stringify(Object.assign({}, sessionStorage)) + document.cookie + document.title + location.href + JSON.stringify(history.state)).indexOf(${phone}) < 0`,
    'desk-unmask: the browser keeps the value',
  );
  await page.look('desk-unmasked');
};

const lock: Journey = async (page, { texts }) => {
  await page.press('main button', texts['dk.act.lock']);
  await page.until(`document.querySelector('dialog[open] input')`);
  await page.look('desk-lock');
  await page.press('dialog[open] button', texts['dk.act.lock']);
  await page.until(`!document.querySelector('dialog[open]')`);
  await page.until(`${heading}.indexOf(${JSON.stringify(texts['dk.s.locked'])}) >= 0`);
  await page.look('desk-locked');
};

const small: Journey = async (page, { engine }) => {
  await engine.resize(narrow.width);
  try {
    await page.open('/desk/approvals', `document.querySelector('main h1')`);
    await page.look('desk-small');
  } finally {
    await engine.resize();
  }
};

const leave: Journey = async (page, { texts }) => {
  await page.open('/desk/overview', `document.querySelector('main h1')`);
  await page.press('header button', texts['dk.signOut']);
  await page.until(`document.querySelector('a[href="/desk/in"]')`);
  await page.look('desk-left');
};

/** A member's way through the desk; the result is what was broken. */
export async function walkDesk(options: Omit<DeskWalkOptions, 'texts'>): Promise<readonly string[]> {
  const texts = await deskTexts[options.language]();
  return walkThrough({ ...options, texts }, [enterDesk, readPages, find, unmask, lock, small, leave]);
}
