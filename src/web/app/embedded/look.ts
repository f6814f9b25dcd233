import { tabStore } from '#web/lib/browser/browser.ts';
import { lookRules, type Look } from '#contract/apps/openid/embedded.words.ts';
import { accentTokens } from './accent.ts';

const root = document.documentElement;
const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const kept = 'look';

let look: Look = {};

/** The look of the window: of the query, or the newer one that the host has sent since. */
export function startLook(): void {
  const query = new URLSearchParams(location.search);
  look = passing((name) => query.get(name));
  // A new window asks for another look: the one that is kept belongs to the old one.
  const [asked, newer] = (tabStore.getItem(kept) ?? '').split('\n');
  if (asked === JSON.stringify(look) && newer !== undefined) look = passing((name) => (JSON.parse(newer) as Look)[name]);
  show();
  // Safari 15 and Chromium 87 know both forms.
  darkSystem.addEventListener('change', show);
}

/** A part that the host does not send stays. */
export function changeLook(given: Readonly<Record<string, unknown>>): void {
  const query = new URLSearchParams(location.search);
  look = { ...look, ...passing((name) => given[name]) };
  show();
  tabStore.setItem(kept, `${JSON.stringify(passing((name) => query.get(name)))}\n${JSON.stringify(look)}`);
}

function passing(read: (name: keyof typeof lookRules) => unknown): Look {
  const found: Partial<Record<keyof Look, string>> = {};
  for (const name of ['theme', 'accent', 'font'] as const) {
    const value = read(name);
    if (typeof value === 'string' && lookRules[name].test(value)) found[name] = value;
  }
  return found;
}

/** Values reach the page only as properties, never as text of HTML or CSS. */
function show(): void {
  const { theme, accent, font } = look;
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
  const dark = theme === 'dark' || (theme !== 'light' && darkSystem.matches);
  root.style.removeProperty('--font');
  if (font !== undefined) root.style.setProperty('--font', `"${font}", ${getComputedStyle(root).getPropertyValue('--font')}`);
  if (accent !== undefined) for (const [name, value] of Object.entries(accentTokens(accent, dark))) root.style.setProperty(name, value);
}
