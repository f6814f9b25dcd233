import '#web/ui/tokens.css';
import '#web/ui/base.css';
import './root.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { appConfig } from '#web/lib/page/app-config.ts';
import { startLanguage, translate } from '#web/lib/texts/i18n.tsx';
import { htmlLang, readLanguage } from '#web/lib/texts/language.ts';
import { currentLayout } from '#web/lib/page/layout.ts';
import { loadDocumentsFor } from '#web/lib/page/router.ts';
import { showNoticesWith, notify } from '#web/lib/page/notify.ts';
import { needsNewDocument, beginDocument, hearOfChange, leaveDocument, markKey, startAnew } from '#web/lib/person/person-state.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { takePasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';
import { App } from './app.tsx';
import { goOn } from './go-on.ts';
import { isKnown, matchPath, redirectOf } from './pages/match.ts';
import { askToReload } from './failures/reload-dialog.tsx';
import { leaveIfEngineFailed } from './failures/older-failure.ts';
import { expectOtherPages } from './pages/screens.ts';
import { loadView, knowPage } from './pages/view.ts';
import { isForVisitors } from '#web/lib/person/session.ts';

/**
 * Starts the application: finds the page, loads its chunk and texts, and hydrates the server's HTML. If the server drew
 * another page (of the other layout) or none, it renders from the start.
 */
async function start(root: HTMLElement): Promise<void> {
  showNoticesWith(showToast);
  const language = readLanguage();
  startLanguage(language);
  followPerson();
  await knowPage(location.pathname);
  keepDocumentsApart();
  goOn(currentLayout());
  const match = matchPath(location.pathname);
  const first = await loadView(match);
  const app = (
    <StrictMode>
      <App first={first} />
    </StrictMode>
  );
  const drawn = root.dataset['page'] === match.path && document.documentElement.lang === htmlLang(language);
  if (drawn) {
    hydrateRoot(root, app, { onUncaughtError });
  } else {
    document.documentElement.lang = htmlLang(language);
    root.replaceChildren();
    createRoot(root, { onUncaughtError }).render(app);
  }
  watchConnection();
  expectOtherPages();
  await doPasskeyTask();
}

/** After a sign-in, when the page is there: nothing of it is shown or waited for. */
async function doPasskeyTask(): Promise<void> {
  const task = takePasskeyTask();
  if (task === undefined || !canUsePasskeys()) return;
  const { makeSilently, signalAll } = await import('#web/features/sign-in/passkeys/after-sign-in.ts');
  await (task === 'make' ? makeSilently() : signalAll()).catch(() => undefined);
}

/** An error outside of the page, which leaves nothing on the screen. */
function onUncaughtError(error: unknown): void {
  if (!leaveIfEngineFailed(error)) reportError(error);
}

/**
 * A document belongs to one person: after a sign-in or sign-out the next page is a new document (ADR 39). Pages that
 * may load a third-party captcha have their own content policy, and a policy belongs to a document. So no third-party
 * script survives on pages for passwords or account deletion, and none is missing where it is needed. A page that is not
 * known yet may be one of them; that of the document itself is known.
 */
function keepDocumentsApart(): void {
  const hasRemotes = appConfig().captcha.remotes.length > 0;
  const mayAsk = (path: string) => (isKnown(path) ? matchPath(path).route.captcha === true : undefined);
  const isHere = mayAsk(location.pathname);
  loadDocumentsFor((path) =>
    needsNewDocument(path) || (hasRemotes && mayAsk(path) !== isHere) ? (redirectOf(path)?.to[currentLayout()] ?? path) : undefined,
  );
}

const root = document.getElementById('root');
if (root !== null) {
  start(root).catch((error: unknown) => {
    if (!leaveIfEngineFailed(error)) askToReload();
  });
}

/** Shows a permanent error while offline; a notice replaces it when the connection is back (spec 4, brief 7). */
function watchConnection(): void {
  addEventListener('offline', tellOffline);
  addEventListener('online', () => notify({ kind: 'success', text: translate('sys.online'), key: 'offline' }));
  if (!navigator.onLine) tellOffline();
}

function tellOffline(): void {
  notify({ kind: 'error', text: translate('toast.404'), sticky: true, key: 'offline' });
}

/**
 * Updates the page when the person changes: at the start, on news from another tab, and when the browser restores a
 * page (ADR 39).
 */
function followPerson(): void {
  beginDocument();
  addEventListener('storage', ({ key, newValue }) => {
    if (key === markKey && newValue !== null) void hearOfChange(newValue, isForVisitors(location.pathname));
  });
  addEventListener('pagehide', leaveDocument);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && needsNewDocument('')) startAnew();
  });
  // Back leads to a page that this document showed to another person.
  addEventListener('popstate', () => {
    if (needsNewDocument(location.pathname)) startAnew();
  });
}
