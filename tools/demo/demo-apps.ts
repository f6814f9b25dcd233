import { join } from 'node:path';
import { runOpenid } from '#server/admin/apps/openid.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Wiring } from '#server/app/wire.ts';

interface DemoApp {
  /** Also the name of the icon in `pictures`. */
  readonly id: string;
  readonly name: { readonly en: string; readonly zh: string };
  readonly scopes: readonly string[];
  /** Further options of `clients add`. */
  readonly options?: readonly string[];
}

/** The app of the operating system, which devices sign in with. */
export const systemApp = 'cedar-os';

/** The apps that people have authorized, beside `cedar-demo` of every development server. */
export const webApps = ['pinecone-music', 'cedar-weather'] as const;

const apps: readonly DemoApp[] = [
  {
    id: webApps[0],
    name: { en: 'Pinecone Music', zh: '松果音乐' },
    scopes: ['profile', 'email', 'offline_access'],
  },
  {
    id: webApps[1],
    name: { en: 'Cedar Weather', zh: '雪松天气' },
    scopes: ['profile', 'offline_access'],
  },
  {
    id: systemApp,
    name: { en: 'Cedar OS', zh: '雪松 OS' },
    scopes: ['profile', 'offline_access'],
    options: ['--kind', 'native', '--device', '--system'],
  },
];

/** Where the browser goes back to; nothing answers there, because the demo takes the answer from the redirect. */
export function callbackOf(id: string): string {
  return `https://${id}.example.com/callback`;
}

/** Registers the apps by the operator's command. */
export async function addDemoApps({ db, keyring }: Wiring['core']['store']): Promise<void> {
  for (const { id, name, scopes, options = ['--kind', 'browser'] } of apps) {
    const icon = join(import.meta.dirname, 'pictures', `${id}.png`);
    const home = `https://${id}.example.com/`;
    const words = ['--id', id, '--name-en', name.en, '--name-zh', name.zh, '--icon', icon, '--home', home, '--redirect', callbackOf(id)];
    const asked = ['openid', ...scopes].flatMap((scope) => ['--scope', scope]);
    await runOpenid({ db, keyring, clock: systemClock }, ['clients', 'add', ...words, ...options, ...asked]);
  }
}
