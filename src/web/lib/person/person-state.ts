import { sharedStore, tabStore } from '#web/lib/browser/browser.ts';

/**
 * Owner of the browser's state of a person (ADR 39). The beginning and the end of a session empty the tab and end the
 * document, and with it memory, timers and pending answers. Modules register here how to forget a person.
 */

/** A session began or ended in this browser, or is found to have ended elsewhere. */
type Change = 'begins' | 'ends' | 'lapses';

/**
 * In localStorage: the last change in this browser. In sessionStorage: the change that the tab's content belongs to. It
 * identifies no one.
 */
export const markKey = 'person';

/**
 * State of the tab, independent of the person; the rest of sessionStorage is removed. It consists of the mark, the
 * scroll positions, a closed notice, the text of a success for the next document (`news.ts`), what that does
 * with passkeys (`passkey-task.ts`), the scanned code of a computer (`mailed-token.ts`), which leads through a sign-in and
 * identifies no one, and the journey to a platform: that leads through a sign-in, identifies no one, and is written again on each departure (ADR 24).
 */
const ofTheTab = [markKey, 'scroll', 'tablet-notice', 'news', 'social.journey', 'passkey-task', 'qr.token'];

/**
 * Data of the page after the end: the last day to withdraw a deletion, and the link to its receipt, which identifies no one; what a
 * freeze has ended, and its ticket, which names the account to the server for some minutes.
 * Removed with the next person.
 */
const lastWords = ['deletion-due', 'deletion-receipt', 'frozen', 'recover.token'];

const forgetting: (() => void)[] = [];
let isSame = async (): Promise<boolean> => false;
/** The mark at the start of this document. */
let mark = '';
/** True after this document has had an account's data. */
let isUsed = false;
let isOver = false;
/** The last change of another tab that was examined here, and its verdict. */
let judged: { readonly mark: string; readonly verdict: Promise<void> } | undefined;
/** A new number for each person; undefined after the end. */
let person: number | undefined = 0;

/** Begins a document: removes another person's traces from the tab. */
export function beginDocument(): void {
  mark = currentMark();
  if (tabStore.getItem(markKey) !== mark) emptyTab();
}

/** Ends a document: removes everything written after its person was gone. */
export function leaveDocument(): void {
  if (isOver) emptyTab(lastWords);
}

/** Registers how a module forgets its state of a person. */
export function whenPersonGoes(forget: () => void): void {
  forgetting.push(forget);
}

/**
 * Registers the check whether the account on screen is the signed-in one. If the check throws, the answer is unknown:
 * the document stays, and the next write asks again.
 */
export function recognizePersonBy(ask: () => Promise<boolean>): void {
  isSame = ask;
}

/**
 * An account's data has loaded: the document now belongs to that account, unless it already belonged to a person. A
 * browser that has lost its storage, or in which another program has signed in, learns that somebody is there.
 */
export function noteAccount(): void {
  if (!isUsed && !isOver && mark !== currentMark()) startAnew();
  isUsed = true;
  if (!isOver && !currentMark().startsWith('begins')) keepMark(`begins${Math.random()}`);
}

/** Whether the document has shown an account: only then can its session lapse. */
export function isSomebodys(): boolean {
  return isUsed;
}

/**
 * Whether this browser knows that somebody is signed in: the document has shown an account, or the last change
 * was a sign-in.
 */
export function hasPerson(): boolean {
  return isUsed || currentMark().startsWith('begins');
}

/**
 * Whether a path needs a new document because a person has come or gone, here or in another tab. After a change in
 * another tab, the path of the page on screen still needs none.
 */
export function needsNewDocument(path: string): boolean {
  return isOver || (mark !== currentMark() && path !== location.pathname);
}

/** Whether the document's person is gone: the next document is loading. */
export function isEnded(): boolean {
  return isOver;
}

/**
 * Makes a request and returns the answer only to the same person: after the end the promise never settles, and no
 * request is made.
 */
export async function whileHere<T>(ask: () => Promise<T>): Promise<T> {
  const asking = person;
  const never = new Promise<never>(() => undefined);
  if (asking === undefined) return never;
  try {
    return await ask();
  } finally {
    if (asking !== person) await never;
  }
}

/** Changes the session or ends it: in this document, in this tab, and for the other tabs. */
export function changePerson(how: Change): void {
  // Several calls may be refused together.
  if (isOver && how === 'lapses') return;
  keepMark(how + Math.random());
  emptyTab();
  if (how === 'begins') end((person ?? 0) + 1);
  else if (isUsed) end();
}

/** Empties tab and document and loads a new one for the current person. */
export function startAnew(path: string = location.href): void {
  mark = currentMark();
  emptyTab();
  end();
  document.body.replaceChildren();
  // With a fragment in the URL the browser would only scroll.
  location.replace(path.split('#', 1)[0] ?? path);
}

/**
 * Handles a session's beginning or end in another tab. Leaves a page of the former person, and a page for visitors
 * after a sign-in. Any other page stays; the next one begins with an empty tab.
 */
export async function hearOfChange(heard: string, isForVisitors: boolean): Promise<void> {
  await verdictOf(heard, isForVisitors).catch(() => undefined);
}

function verdictOf(heard: string, isForVisitors: boolean): Promise<void> {
  const verdict = judge(heard, isForVisitors);
  judged = { mark: heard, verdict };
  verdict.catch(() => (judged = undefined));
  return verdict;
}

/**
 * Before a write on a page that shows an account: waits until the page's owner is known if another tab has changed it.
 * @throws the error of the check
 */
export async function untilJudged(): Promise<void> {
  if (!isUsed || isOver || mark === currentMark()) return;
  await (judged?.mark === currentMark() ? judged.verdict : verdictOf(currentMark(), false));
  if (isOver) await new Promise<never>(() => undefined);
}

async function judge(heard: string, isForVisitors: boolean): Promise<void> {
  // Each tab notices a lapsed session separately: the same person may sign in again and continue there.
  if (heard.startsWith('lapses')) return;
  if (heard.startsWith('ends')) {
    if (isUsed) startAnew('/logout');
  } else if (isUsed && (await isSame())) {
    mark = heard;
    tabStore.setItem(markKey, mark);
  } else if (isUsed || isForVisitors) {
    startAnew();
  }
}

function end(next?: number): void {
  isOver = true;
  person = next;
  for (const forget of forgetting) forget();
}

function emptyTab(but: readonly string[] = []): void {
  for (const key of tabStore.keys()) if (!but.includes(key) && !ofTheTab.includes(key)) tabStore.removeItem(key);
  tabStore.setItem(markKey, mark);
}

/** The tab's content stays: it belongs to the person of the mark. */
function keepMark(next: string): void {
  mark = next;
  sharedStore.setItem(markKey, mark);
  tabStore.setItem(markKey, mark);
}

function currentMark(): string {
  return sharedStore.getItem(markKey) ?? '';
}
