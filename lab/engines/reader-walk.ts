import { deskTexts } from '#messages/desk-catalogues.ts';
import { webTexts } from '#messages/web-catalogues.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { fill } from '#messages/fill.ts';
import { openBook, type Book, type ReaderWalkOptions } from './reader-book.ts';
import { glued, plain, seenNames, seenTables, seenTexts, unspoken, type SeenTable } from './reader-judge.ts';

const caseRef = 'CS-20260115-7';
/** Of nobody. */
const strangePhone = '13800000000';

/** Pages of a person, then a member's way through the desk, by ear; the result is what differed, and all that was spoken. */
export async function walkAsReader(options: ReaderWalkOptions): Promise<Pick<Book, 'problems' | 'lines'>> {
  const book = openBook(options, await deskTexts[options.language]());
  for (const journey of [ownPages, enter, overview, refusals, person, lock, rooms]) {
    try {
      book.lines.push(`# ${journey.name}`);
      await journey(book);
    } catch (error) {
      book.problems.push(`${journey.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return book;
}

const heading = `document.querySelector('main h1').textContent`;
const ready = `document.querySelector('main h1') && document.querySelector('main [aria-busy=true]') === null`;

/** The account's pages: read from the beginning, with a name for each heading, landmark and button. */
async function ownPages(book: Book): Promise<void> {
  const { reader, origin, language, found, age } = book;
  const browser = connectHttp(origin);
  browser.cookies.set('lang', language);
  await reader.engine.evaluate(`document.cookie = 'lang=${language}; path=/'`);
  await reader.engine.open(`${origin}/register/support`);
  await book.until(ready);
  // Read from the beginning, Orca 43 leaves out the field that is waiting for a text.
  await goThroughKinds(book, 'recovery');
  await recover(book);
  await browser.signIn(found);
  await age();
  // A new browser in a new network.
  await connectHttp(origin).signIn(found);
  for (const [name, value] of browser.cookies) {
    await reader.engine.evaluate(`document.cookie = ${JSON.stringify(`${name}=${value}; path=/`)}`);
  }
  for (const [step, path] of Object.entries({
    home: '/pc-account-home',
    security: '/pc-security',
    freeze: '/freeze',
    deletion: '/cancellation',
  })) {
    await reader.engine.open(`${origin}${path}`);
    await readPage(book, step);
    if (step === 'home') await answerAlarm(book);
    if (step === 'deletion') await meetObstacle(book);
  }
  for (const name of browser.cookies.keys()) await reader.engine.evaluate(`document.cookie = '${name}=; path=/; max-age=0'`);
}

/** A new password by a code, by keys: each field says its name when it gets the focus or one comes back to it, and the end is said. */
async function recover(book: Book): Promise<void> {
  const { reader, origin, language } = book;
  const texts = await webTexts[language]();
  const password = 'maple-seed-2031';
  const client = connectHttp(origin);
  const { phone } = await client.register();
  const has = (name: string): string => `document.activeElement && document.activeElement.name === '${name}'`;
  await reader.engine.evaluate(`document.querySelector('main input[name=account]').focus()`);
  book.hears('recovery, the contact', await book.until(has('account')), [texts['f.account']]);
  await book.browse(false);
  await book.type(phone);
  const sent = [...(await book.press('Return')), ...(await book.until(has('code')))];
  book.hears('recovery, the code', [...sent, ...(await book.press('Tab', 'shift+Tab'))], [texts['f.code']]);
  const proven = [...(await book.type(await client.codeFor(phone))), ...(await book.until(has('newPassword')))];
  book.hears('recovery, the password', proven, [texts['f.newPw']]);
  await book.type(password);
  const on: string[] = [];
  for (let presses = 0; presses < 5 && (await reader.engine.evaluate(has('confirm'))) !== true; presses += 1)
    on.push(...(await book.press('Tab')));
  book.hears('recovery, again', on, [texts['f.confirm']]);
  await book.type(password);
  const done = [...(await book.press('Return')), ...(await book.until(`/(?:resetPassword|home)$/.test(location.pathname) && ${ready}`))];
  // The page continues automatically before anybody has read it.
  book.hears('recovered', done, [texts['rs.reset.b']]);
  await reader.engine.forget();
  await reader.engine.evaluate(`document.cookie = 'lang=${language}; path=/'`);
}

/** The obstacle of a deletion is said when the person continues. */
async function meetObstacle(book: Book): Promise<void> {
  const texts = await webTexts[book.language]();
  await goTo(book, texts['btn.continue']);
  book.hears('deletion, the obstacle', await book.press('Return'), [texts['msg.pwdRecent']]);
}

/** The button is found by its name, and its press is answered in words. */
async function answerAlarm(book: Book): Promise<void> {
  const texts = await webTexts[book.language]();
  await goTo(book, texts['nt.me']);
  const done = [
    ...(await book.press('Return')),
    ...(await book.until(`document.querySelector('main section[aria-label] button') === null`)),
  ];
  book.hears('the alarm', done, [texts['ac.own']]);
}

/** To a button by its name. */
async function goTo(book: Book, name: string): Promise<void> {
  await book.browse();
  await book.press('ctrl+Home');
  for (let presses = 0; presses < 9; presses += 1) {
    const spoken = await book.press('b');
    if (plain(spoken.join(' ')) === plain(`${name} push button`)) return;
  }
}

async function readPage(book: Book, step: string): Promise<void> {
  book.lines.push(`# ${step}`);
  await book.until(ready);
  await readAll(book, step);
  await goThroughKinds(book, step);
}

async function enter(book: Book): Promise<void> {
  const { reader, origin, language, entry, texts } = book;
  await reader.engine.evaluate(`document.cookie = 'lang=${language}; path=/'`);
  await reader.engine.evaluate(`document.cookie = ${JSON.stringify(`${entry()}; path=/`)}`);
  await reader.engine.open(`${origin}/desk/enter`);
  await book.until(`${ready} && document.querySelector('main section a')`);
  // Orca says a new document by its title.
  await book.browse();
  book.hears('enter', await book.press('ctrl+Home', 'h'), [texts['dk.nav.overview']]);
}

/**
 * The heading of a page that has just opened has the focus. Where the place before is removed in the same moment, Orca 43
 * moves without a word: then the focus is right, and the heading is said when one goes to it.
 */
async function arrives(book: Book, step: string, spoken: readonly string[]): Promise<void> {
  const shown = String(await book.reader.engine.evaluate(heading));
  if (unspoken(spoken, [shown]).length === 0) return;
  const hasFocus = await book.reader.engine.evaluate(`document.activeElement === document.querySelector('main h1')`);
  if (hasFocus !== true) book.problems.push(`${step}: the heading has no focus`);
  await book.browse();
  book.hears(step, await book.press('ctrl+Home', 'h'), [shown]);
}

/** To a page of the desk by its link in the rail; the focus moves, and Return is pressed. */
async function follow(book: Book, path: string): Promise<readonly string[]> {
  await book.reader.engine.evaluate(`document.querySelector('nav a[href="${path}"]').focus()`);
  const pressed = await book.press('Return');
  return [...pressed, ...(await book.until(`location.pathname.indexOf('${path}') === 0 && ${ready}`))];
}

/** Reads the page from its beginning. What changes while it is read, such as an age, need not be right. */
async function readAll(book: Book, step: string): Promise<void> {
  const look = async (): Promise<readonly string[]> => (await book.reader.engine.evaluate(seenTexts)) as readonly string[];
  let missing: readonly string[] = [];
  await book.browse();
  // A table that is sorted again while it is read loses rows for the reader too.
  for (let tries = 0; tries < 2; tries += 1) {
    const before = await look();
    await book.press('ctrl+Home');
    const spoken = await book.press('KP_Add');
    const after = await look();
    const mainPart = spoken.slice(spoken.indexOf('main content') + 1);
    book.problems.push(...glued(mainPart, before).map((text) => `${step}: spoken as one word: "${text}"`));
    missing = unspoken(
      mainPart,
      before.filter((text) => after.includes(text)),
    );
    if (missing.length === 0) return;
  }
  // Orca reads by lines, and says one of two headings that stand beside each other: the other is there anyway.
  const headings = plain((await goThrough(book, 'h')).join(' '));
  const silent = missing.filter((text) => !headings.includes(plain(`${text} heading level`)));
  book.problems.push(...silent.map((text) => `${step}: read from the beginning, not spoken: "${text}"`));
}

/** Presses a key of Orca that goes to the next thing of a kind, until it begins again. */
async function goThrough(book: Book, key: string): Promise<readonly string[]> {
  await book.browse();
  await book.press('ctrl+Home');
  const all: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    const spoken = await book.press(key);
    if (spoken.length === 0 || spoken.some((line) => /^(?:Wrapping|No more)/.test(line))) break;
    all.push(...spoken);
  }
  return all;
}

const kinds = {
  heading: ['h', 'main h1, main h2, main h3'],
  // Of a landmark that is one link, Orca says the link.
  landmark: ['m', 'nav[aria-label]:has(a + a, li), main section[aria-label], main section[aria-labelledby]'],
  button: ['b', 'button:not([role=tab])'],
} as const;

async function goThroughKinds(book: Book, step: string): Promise<void> {
  for (const [kind, [key, selector]] of Object.entries(kinds)) {
    const seen = (await book.reader.engine.evaluate(seenNames(selector))) as readonly string[];
    if (seen.includes('')) book.problems.push(`${step}: a ${kind} has no name`);
    // Who goes from button to button hears nothing of what is beside it.
    const again = kind === 'button' ? seen.find((name, index) => seen.indexOf(name) < index) : undefined;
    if (again !== undefined) book.problems.push(`${step}: two buttons are called "${again}"`);
    book.hears(`${step}, each ${kind}`, await goThrough(book, key), seen);
  }
}

async function overview(book: Book): Promise<void> {
  await readAll(book, 'overview');
  await goThroughKinds(book, 'overview');
  await goThroughTables(book, 'overview');
}

/** The fields are spoken with their labels, and what is refused is said. */
async function refusals(book: Book): Promise<void> {
  const { texts } = book;
  const opened = await follow(book, '/desk/find');
  const field = [texts['dk.find'], texts['dk.find.hint']];
  // As with headings: where Orca has moved without a word, the field is right, and says its name when one comes back to it.
  const isSilent = unspoken(opened, field).length > 0;
  const hasFocus = await book.reader.engine.evaluate(`document.activeElement === document.querySelector('main input')`);
  if (hasFocus !== true) book.problems.push('find: the field has no focus');
  book.hears('find', isSilent ? await book.press('Tab', 'shift+Tab') : opened, field);
  book.hears('find, the case', await book.press('Tab'), [texts['dk.case'], texts['dk.why.note']]);
  book.hears('find, the reason', await book.press('Tab'), [texts['dk.reason'], texts['dk.r.asked']]);
  await book.press('shift+Tab', 'shift+Tab');
  await book.type(strangePhone);
  await book.press('Return');
  await hearsAlert(book, 'find without a case');
  await book.press('Tab');
  await book.type(caseRef);
  await book.press('Return');
  await hearsAlert(book, 'find nobody', fill(texts['dk.none'], { field: texts['dk.find.is.phone'].toLowerCase() }));
}

/** What the page says in red is in the last lines that were spoken. */
async function hearsAlert(book: Book, step: string, wanted?: string): Promise<void> {
  const since = book.lines.findLastIndex((line) => line === '[Return]');
  await book.until(`document.querySelector('[role=alert]')`);
  const seen = String(await book.reader.engine.evaluate(`document.querySelector('[role=alert]').textContent`));
  const spoken = book.lines.slice(since + 1).map((line) => line.trim());
  book.hears(step, spoken, [wanted ?? seen]);
}

async function person(book: Book): Promise<void> {
  const { texts, found } = book;
  await book.press('shift+Tab', 'ctrl+a');
  await book.type(found.phone);
  const spoken = [...(await book.press('Return'))];
  spoken.push(
    ...(await book.until(`/^\\/desk\\/p\\//.test(location.pathname) && ${heading}.indexOf(${JSON.stringify(texts['dk.s.active'])}) > 0`)),
  );
  await arrives(book, 'person', spoken);
  await readAll(book, 'person');
  await goThroughKinds(book, 'person');
}

async function lock(book: Book): Promise<void> {
  const { texts } = book;
  await goTo(book, texts['dk.act.lock']);
  const opened = [...(await book.press('Return')), ...(await book.until(`document.querySelector('dialog[open]')`))];
  // The safe answer has the focus.
  book.hears('lock', opened, [texts['dk.cancel']]);
  // Orca 43 says no title unasked, because the page behind, where the focus was, is gone for it.
  await book.browse();
  book.hears('lock, read from the beginning', await book.press('ctrl+Home', 'KP_Add'), [
    texts['dk.lock.q'],
    texts['dk.lock.b'],
    texts['dk.case'],
  ]);
  book.hears('lock, the case', await book.press('Tab'), [texts['dk.case']]);
  book.hears('lock, the reason', await book.press('Tab'), [texts['dk.reason']]);
  book.hears('lock, the safe button', await book.press('Tab'), [texts['dk.cancel']]);
  book.hears('lock, the button', await book.press('Tab'), [texts['dk.act.lock']]);
  const done = [...(await book.press('Return'))];
  done.push(
    ...(await book.until(`!document.querySelector('dialog[open]') && ${heading}.indexOf(${JSON.stringify(texts['dk.s.locked'])}) > 0`)),
  );
  book.hears('locked', done, [texts['dk.act.done']]);
}

/** Each table: its row and its columns are spoken with a cell. */
async function goThroughTables(book: Book, step: string): Promise<void> {
  const look = async (): Promise<readonly SeenTable[]> => (await book.reader.engine.evaluate(seenTables)) as readonly SeenTable[];
  for (const [index, { headers }] of (await look()).entries()) {
    if (headers.length === 0) continue;
    await book.browse();
    await book.press('ctrl+Home');
    for (let presses = 0; presses <= index; presses += 1) await book.press('t');
    // Rows change their places when counts do.
    const before = (await look())[index]?.cells[0] ?? '';
    const spoken = await book.press('shift+alt+Down');
    const after = (await look())[index]?.cells[0] ?? '';
    if (unspoken(spoken, [before]).length > 0) book.hears(`${step}, table ${index + 1}`, spoken, [after]);
    for (const header of headers.slice(1, 3)) book.hears(`${step}, table ${index + 1}`, await book.press('shift+alt+Right'), [header]);
  }
}

async function rooms(book: Book): Promise<void> {
  for (const name of ['queues', 'apps', 'approvals', 'exceptions', 'staff'] as const) {
    await arrives(book, name, await follow(book, `/desk/${name}`));
    await readAll(book, name);
    await goThroughTables(book, name);
  }
}
