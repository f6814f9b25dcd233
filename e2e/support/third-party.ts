import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { librarySettings, settingsFor } from '#web/features/apps/developer/guides/guide-settings.ts';
import type { GuideLibrary } from '#web/features/apps/developer/guides/libraries.ts';
import { expect, type Page } from '@playwright/test';
import type { FreshAccount } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { operatorsEnvironment, serverOrigin } from './server.ts';
import { signInPage } from './sign-in-page.ts';
import type { Translate } from './texts.ts';

/** Of the packages of Debian, which need not belong to the first Python of PATH, or of `npm run interop`. */
const python = process.env['INTEROP_PYTHON'] ?? '/usr/bin/python3';

interface ThirdParty {
  readonly clientId: string;
  readonly origin: string;
  /** `/callback` of it unless said. */
  readonly redirect?: string;
  /** Further options of `clients add`. */
  readonly more?: readonly string[];
}

/** Registers a web app like an operator who says nothing else, as the Developer Center does. Returns its secret. */
export async function registerThirdParty({ clientId, origin, redirect = `${origin}/callback`, more = [] }: ThirdParty): Promise<string> {
  return registerClient(clientId, ['--redirect', redirect, '--post-logout', `${origin}/`, ...more]);
}

/** `clients add`, beside the running server. Returns the secret, if the client has one. */
export async function registerClient(clientId: string, options: readonly string[]): Promise<string> {
  const names = ['--id', clientId, '--name-en', clientId, '--name-zh', clientId];
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', 'clients', 'add', ...names, ...options], {
    env: operatorsEnvironment(),
  });
  return stdout.trim();
}

/** The settings that the quickstarts of the Developer Center show for a library. */
export function quickstartOf(library: GuideLibrary, values: Readonly<Record<'clientID' | 'origin', string>>): string {
  const settings = librarySettings[library];
  if (!settings.tested) throw new Error(`the quickstart of ${library} does not say that it is tested`);
  return settingsFor(settings.text, { issuer: serverOrigin(), ...values });
}

interface ForeignApp extends AsyncDisposable {
  readonly origin: string;
}

/** How the apps of `e2e/support` start, by the ending of their file. Go finds the packages of Debian in their folder. */
const programs: Readonly<Record<string, { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }>> = {
  py: { command: [python] },
  mjs: { command: [process.execPath] },
  rb: { command: ['/usr/bin/ruby'] },
  go: { command: ['go', 'run'], env: { GO111MODULE: 'off', GOPATH: '/usr/share/gocode' } },
};

/** Runs an app of `e2e/support` until it is disposed of. It names its port when it listens. */
export async function startForeignApp(file: string, origin: string, env: Readonly<Record<string, string>>): Promise<ForeignApp> {
  const port = new URL(origin).port;
  const { command: [program = '', ...args] = [], env: more } = programs[file.split('.').at(-1) ?? ''] ?? {};
  const child = spawn(program, [...args, `e2e/support/${file}`, port], {
    env: { ...process.env, ...more, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A program that starts another one ends with it.
    detached: true,
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', end);
  const exited = once(child, 'exit').finally(() => process.off('exit', end));
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  while (!written.includes(`:${port}`)) {
    await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data'), exited]);
    if (child.exitCode !== null) throw new Error(`${file} did not start:\n${written}`);
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      end();
      await exited;
    },
  };
}

/** Signs in at the page that an app has led to, and allows all that it asks for; it `asks` once. */
export async function signInAndAllow(
  page: Page,
  t: Translate,
  { phone, password }: FreshAccount,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<void> {
  await expect(page).toHaveURL(/\/login\?/);
  await hydrated(page);
  await signInPage(page, t).signIn(phone, password);
  if (asks) await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
}
