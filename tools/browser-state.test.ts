import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findKeptState } from './browser-state.ts';

const root = join(import.meta.dirname, '../src/web');

/** The one module that may keep a mark in the browser. It also empties all other stores (ADR 39). */
const owner = 'lib/person/person-state.ts';

/** The one module that names the parts of a browser; its uses are found in the others. */
const parts = 'lib/browser/browser.ts';

/**
 * State that may stay when the person changes, with the reason. State about a person is registered with the owner
 * instead.
 */
const ofNobody: Readonly<Record<string, string>> = {
  'app/embedded/embedded.ts ended': 'the name of a flow, of the document',
  'app/embedded/embedded.ts isOffline': 'whether there is a network',
  'app/embedded/embedded.ts tell': 'a function of the script',
  'app/embedded/look.ts darkSystem': 'the theme of the system',
  'app/embedded/look.ts look': 'theme, accent and font of the window',
  'app/embedded/look.ts root': 'the element of the document',
  'app/embedded/network.ts fetch': 'stands before calls of the application, which are asked through the owner; keeps nothing of them',
  'app/embedded/network.ts window.fetch': 'the same',
  'app/entry-client.tsx root': 'the element that the application is drawn into',
  'app/failures/reload-dialog.tsx fetch': 'asks whether the page is there: the answer has no body',
  'app/pages/match.ts pages': 'routes and redirects',
  'app/pages/view.ts arrived': 'names of screens',
  'app/app.tsx positions': 'numbers of history entries and how far they were scrolled',
  'app/shell/footer.tsx year': 'the year',
  'app/shell/frames/beside-page.tsx channelTo': 'says that something has changed, and not what',
  'app/shell/menus/navigation-links.ts asked': 'the menu of the installation, the same for everybody',
  'app/shell/menus/navigation-links.ts loaded': 'the same',
  'desk/acts/ceremony.tsx signer': 'a function of the program',
  'desk/acts/desk-key.ts indexedDB': 'a key that cannot leave the browser; a new session has a new one',
  'desk/desk-app.tsx entering': 'a call on its way, of the document',
  'desk/desk-call.ts aheadMs': 'the difference of two clocks',
  'desk/desk-call.ts fetch': 'signed by the key of the session, with which all answers end',
  'desk/desk-call.ts sessionEnded': 'a function of the program',
  'desk/entry-desk.tsx root': 'the element that the program is drawn into',
  'desk/frame/fields.tsx kept': 'the last reason and case of the member, of the document',
  'desk/frame/keys.ts sharedStore': 'whether keys are off in this browser',
  'desk/person/person-acts.ts offered': 'functions of components on screen',
  'desk/publications/draft-editor.tsx lastPlace': 'which text of an agreement was open',
  'features/account/home/welcome.ts sharedStore': 'when the account was made that is not asked for its name: a time',
  'features/account/profile/lists/profile-items.ts fieldRules': 'rules, the same for everybody',
  'features/apps/developer/streams/streams.tsx headerValue': 'a rule, the same for everybody',
  'features/rights/exports/data-map.ts fetch': 'a file that is the same for everybody',
  'features/sign-in/passkeys/after-sign-in.ts sharedStore': 'until when this browser is not asked to make a passkey silently: a time',
  'features/sign-in/sign-out/sign-out.ts fetch': 'nobody reads the answer of a neighbor host',
  'lib/api/api.ts fetch': 'asked through the owner',
  'lib/api/api.ts key': 'the public key of the server',
  'lib/api/api.ts latestId': 'a random number of the server, for support',
  'lib/api/pending.ts last': 'how the last call ended',
  'lib/api/pending.ts listeners': 'components on screen',
  'lib/api/pending.ts running': 'how many calls are on their way',
  'lib/api/send-file.ts XMLHttpRequest': 'asked through the owner',
  'lib/load-texts.ts latest': 'the language that was asked for last',
  'lib/load-texts.ts wanted': 'names of text packs',
  'lib/page/app-config.ts config': 'the configuration of the installation',
  'lib/page/desktop-window.ts drawn': 'the kind of the window, of the server’s drawing',
  'lib/page/layout.ts holders': 'how many components on screen hold the layout',
  'lib/page/layout.ts layout': 'the width of the window',
  'lib/page/layout.ts listeners': 'components on screen',
  'lib/page/layout.ts timer': 'waits for the window to come to rest',
  'lib/page/notify.ts show': 'a function of the application',
  'lib/page/router.ts beforeLeaving': 'a function of the application',
  'lib/page/router.ts documentFor': 'a function of the application',
  'lib/page/router.ts followers': 'components on screen',
  'lib/page/router.ts guards': 'components on screen',
  'lib/page/router.ts history.state': 'the number of a history entry, a time',
  'lib/page/router.ts later': 'ends with every change of page, and with the document',
  'lib/page/router.ts pageName': 'ends with the page that gives it',
  'lib/page/vendor.ts vendor': 'the mode of the installation',
  'lib/person/turns.ts alone': 'calls on their way: their answers are dropped by the owner',
  'lib/person/turns.ts running': 'calls on their way: their answers are dropped by the owner',
  'lib/texts/i18n.tsx current': 'texts of the installation',
  'lib/texts/i18n.tsx language': 'the language of the browser, which its cookie keeps for the next person',
  'lib/texts/i18n.tsx listeners': 'components on screen',
  'lib/texts/i18n.tsx texts': 'texts of the installation',
  'lib/texts/language.ts writeCookie': 'the language of the browser',
  'ui/feedback/announce.tsx speakers': 'live regions on screen; what they say is taken back with the toast',
  'ui/feedback/announce.tsx waiting': 'what they say in a moment; another announcement replaces it, and that of the toast is empty',
  'ui/feedback/toast.tsx current': 'published over when the person goes',
  'ui/feedback/toast.tsx listeners': 'components on screen',
  'ui/feedback/toast.tsx pressedAt': 'the time of the last press',
  'widgets/account/account.ts window.metainfo': 'asked for by this very document, and read once while its person is there',
  'widgets/agreements/agreement-versions.ts versions': 'versions of agreements, the same for everybody',
  'widgets/captcha/captcha-dialog.tsx shown': 'how many captchas were shown',
  'widgets/captcha/captcha-widgets.ts watchman': 'the script of a captcha service, of the document',
  'widgets/captcha/captcha-worker.ts toldAt': 'of a worker, which ends with its captcha',
  'widgets/captcha/captcha-worker.ts tried': 'of a worker, which ends with its captcha',
  'widgets/captcha/captcha-widgets.ts loading': 'scripts of captcha services, of the document',
  'widgets/codes/code-deadlines.ts listeners': 'components on screen',
  'widgets/freeze/frozen-card.tsx choices': 'the choices of a question, the same for everybody',
  'widgets/identity-proof/proof-dialog.tsx number': 'how many proofs were asked for',
  'widgets/identity-proof/proof-dialog.tsx settle': 'the wait of a dialog, which ends with it',
  // The desk is its own program: who signs in to it comes from another document.
};

/** Keys of sessionStorage that stay with the tab; the owner module gives the reason. */
const ofTheTab = ['person', 'scroll', 'tablet-notice', 'news', 'social.journey', 'passkey-task', 'qr.token'];

const found = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}', 'testing/**'] })
  .filter((file) => file !== owner && file !== parts)
  .toSorted()
  .flatMap((file) =>
    findKeptState(file, readFileSync(join(root, file), 'utf8')).map((state) => ({ ...state, place: `${file} ${state.name}` })),
  );

describe('state of the web application outside of components', () => {
  test('is registered with its owner if it is personal, or listed here with a reason', () => {
    expect(found.length).toBeGreaterThan(30);
    const unowned = found.filter(({ isRegistered, place }) => !isRegistered && !(place in ofNobody));
    expect(unowned.map(({ place }) => place)).toEqual([]);
  });

  test('has no unneeded reason in this list', () => {
    const needed = new Set(found.filter(({ isRegistered }) => !isRegistered).map(({ place }) => place));
    expect(Object.keys(ofNobody).filter((place) => !needed.has(place))).toEqual([]);
  });

  test('is cleared from sessionStorage except for the keys listed here', () => {
    const source = readFileSync(join(root, owner), 'utf8');
    const [, listed = ''] = /const ofTheTab = \[([^\]]*)\]/.exec(source) ?? [];
    const [, mark = ''] = /const markKey = '([^']*)'/.exec(source) ?? [];
    expect(listed.split(', ').map((each) => (each === 'markKey' ? mark : each.replaceAll("'", '')))).toEqual(ofTheTab);
  });
});

describe('the search', () => {
  test.each([
    ['let kept = 0;', 'kept'],
    ['export let kept: string | undefined;', 'kept'],
    ['const kept = new Map<string, string>();', 'kept'],
    ['export const kept = new QueryClient({});', 'kept'],
    ['const kept = new WeakMap();', 'kept'],
    ['const kept: string[] = [];', 'kept'],
    ['const kept: Record<string, string> = {};', 'kept'],
    ['const kept = { last: 0 }; export function note() { kept.last = 1; }', 'kept'],
    ['const kept = [0]; export function note() { kept.push(1); }', 'kept'],
    ['export function note() { note.calls += 1; }', 'note'],
    ['const kept = createStore({});', 'kept'],
    ['export class Kept { static last = 0; }', 'Kept'],
    ["sharedStore.setItem('a', 'b');", 'sharedStore'],
    ["indexedDB.open('a');", 'indexedDB'],
    ["channelTo('a');", 'channelTo'],
    ["navigator.serviceWorker.register('/a.js');", 'serviceWorker'],
    ["writeCookie('a=b');", 'writeCookie'],
    ['window.kept = 1;', 'window.kept'],
    ["history.replaceState({ a: 1 }, '');", 'history.state'],
    ["export const ask = () => fetch('/api/account');", 'fetch'],
    ['export const ask = () => new XMLHttpRequest();', 'XMLHttpRequest'],
    ["export const tell = () => navigator.sendBeacon('/a');", 'sendBeacon'],
  ])('finds %s', (source, name) => {
    expect(findKeptState('planted.ts', source)).toEqual([{ name, isRegistered: false }]);
  });

  test.each([
    "const name = 'x';",
    "const names = ['a', 'b'] as const;",
    'const icons = { success: 1 };',
    'const names: ReadonlySet<string> = new Set(["a"]);',
    'const nothing: readonly string[] = [];',
    'const Place = createContext({ a: 1 });',
    'export function draw() { let kept = 0; const seen = new Set(); seen.add(kept); return seen; }',
    "tabStore.setItem('a', 'b');",
  ])('leaves %s alone', (source) => {
    expect(findKeptState('planted.ts', source)).toEqual([]);
  });

  test('recognizes registered state, and only that, as registered', () => {
    const source = 'let kept = 1; let other = 1; whenPersonGoes(() => { kept = 0; }); export function note() { other = 2; }';
    expect(findKeptState('planted.ts', source)).toEqual([
      { name: 'kept', isRegistered: true },
      { name: 'other', isRegistered: false },
    ]);
  });
});
