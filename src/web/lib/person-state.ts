/**
 * The owner of what a browser keeps of a person (ADR 39). A session's beginning and its end empty the tab and end the document: memory, timers
 * and answers that are still on their way go with it. Whoever keeps something in a module says here how it is forgotten.
 */

/** A session has begun or was ended in this browser; or it is noticed that it ended elsewhere. */
type Change = 'begins' | 'ends' | 'lapses';

/** In localStorage, the last change in this browser; in sessionStorage, the one that the tab's content belongs to. It says nothing of anybody. */
export const markKey = 'person';

/**
 * Of the tab, whoever uses it; everything else in sessionStorage goes. The mark; where pages were left; that a notice was closed; what somebody
 * left for a platform for: it leads through a sign-in, names nobody, and each departure writes it anew (ADR 24).
 */
const ofTheTab = [markKey, 'scroll', 'tablet-notice', 'social.journey'];

/** What the page after the end says: until when a deletion can be withdrawn. It goes with the next who comes. */
const lastWords = 'deletion-due';

const forgetting: (() => void)[] = [];
let isSame = async (): Promise<boolean> => false;
/** The mark that this document was made under. */
let mark = '';
/** An account's data has been here. */
let isUsed = false;
let isOver = false;
/** The last change in another tab that was looked at here, and what came of it. */
let judged: { readonly mark: string; readonly verdict: Promise<void> } | undefined;
/** Another number for another person, none once they have gone. */
let person: number | undefined = 0;

/** Begins a document: what another person left in the tab goes. */
export function beginDocument(): void {
  mark = currentMark();
  if (safely(() => sessionStorage.getItem(markKey)) !== mark) emptyTab();
}

/** Ends a document: what was still written after its person had gone goes, too. */
export function leaveDocument(): void {
  if (isOver) emptyTab(lastWords);
}

/** Says how a module forgets what it keeps of a person. */
export function whenPersonGoes(forget: () => void): void {
  forgetting.push(forget);
}

/**
 * Says how to find out whether the account that the document shows is the one that is signed in. A question that nobody answered throws: the
 * document stays as it is, and the next write asks again.
 */
export function recognisePersonBy(ask: () => Promise<boolean>): void {
  isSame = ask;
}

/** An account's data has come: the document is that account's from now on, unless it was made for somebody before. */
export function noteAccount(): void {
  if (!isUsed && !isOver && mark !== currentMark()) startAnew();
  isUsed = true;
}

/** Whether the document has shown an account: only then can its session lapse. */
export function isSomebodys(): boolean {
  return isUsed;
}

/**
 * Whether a path needs a document of its own, because the person has gone or somebody has come: here, or in another tab; then what this page
 * itself goes on with is still shown.
 */
export function needsNewDocument(path: string): boolean {
  return isOver || (mark !== currentMark() && path !== location.pathname);
}

/** Whether the document's person has gone: the next document is on its way. */
export function isEnded(): boolean {
  return isOver;
}

/** Asks, and gives the answer to who has asked: it never comes once they have gone, and nothing is asked for then. */
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

/** Another session, or none: in this document, in this tab, and for the other tabs to hear of. */
export function changePerson(how: Change): void {
  // Several calls may be refused together.
  if (isOver && how === 'lapses') return;
  mark = how + Math.random();
  safely(() => localStorage.setItem(markKey, mark));
  emptyTab();
  if (how === 'begins') end((person ?? 0) + 1);
  else if (isUsed) end();
}

/** Empties tab and document and loads another one, for whoever is here now. */
export function startAnew(path: string = location.href): void {
  mark = currentMark();
  emptyTab();
  end();
  document.body.replaceChildren();
  // With a fragment the browser would only scroll.
  location.replace(path.split('#', 1)[0] ?? path);
}

/**
 * A session began or ended in another tab. A page of the former person is left, and so is one for signing in once somebody has. Any other page
 * goes on: the next one begins with an empty tab.
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
 * Before something is written on a page that shows an account: whose it is, where another tab has changed who is here.
 * @throws what the question threw
 */
export async function untilJudged(): Promise<void> {
  if (!isUsed || isOver || mark === currentMark()) return;
  await (judged?.mark === currentMark() ? judged.verdict : verdictOf(currentMark(), false));
  if (isOver) await new Promise<never>(() => undefined);
}

async function judge(heard: string, isForVisitors: boolean): Promise<void> {
  // That a session has lapsed each tab notices by itself: the same person may sign in again and go on there.
  if (heard.startsWith('lapses')) return;
  if (heard.startsWith('ends')) {
    if (isUsed) startAnew('/logout');
  } else if (isUsed && (await isSame())) {
    mark = heard;
    safely(() => sessionStorage.setItem(markKey, mark));
  } else if (isUsed || isForVisitors) {
    startAnew();
  }
}

function end(next?: number): void {
  isOver = true;
  person = next;
  for (const forget of forgetting) forget();
}

function emptyTab(but?: string): void {
  safely(() => {
    for (const key of Object.keys(sessionStorage)) if (key !== but && !ofTheTab.includes(key)) sessionStorage.removeItem(key);
    sessionStorage.setItem(markKey, mark);
  });
}

function currentMark(): string {
  return safely(() => localStorage.getItem(markKey)) ?? '';
}

/** Without storage nothing is kept, and tabs know nothing of each other. */
function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
