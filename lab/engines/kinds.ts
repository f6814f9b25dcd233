import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#server/testing/server/free-port.ts';
import { findChromium } from '#tools/chromium.mjs';
import { connectCdp } from './cdp.ts';
import type { Engine, EngineKind, Theme } from './engine.ts';
import { openMarionette } from './marionette.ts';
import { eventually, isProgram, newFolder, startProgram } from './program.ts';
import { driven, openSession } from './webdriver.ts';

const chromium = await findChromium();

/** A window that no window manager shows must not count as hidden: its timers would wait. */
const wideAwake = ['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding'];

/** Its packages are for its own Python, which need not be the first one of PATH. */
const debiansPython = '/usr/bin/python3';

/** The engines that Debian brings, oldest first. Others, and Safari itself, are covered by `npm run check -- engines`. */
export const engineKinds: readonly EngineKind[] = [
  {
    name: 'qt5',
    stands: 'QtWebEngine 5.15, Chromium 87: the floor',
    isOlder: true,
    packages: ['python3-pyqt5.qtwebengine'],
    isHere: () => hasPython('PyQt5.QtWebEngineWidgets'),
    start: (theme) => startQt('5', theme),
  },
  {
    name: 'qt6',
    stands: 'QtWebEngine 6.4, Chromium 102',
    isOlder: true,
    packages: ['python3-pyqt6.qtwebengine'],
    isHere: () => hasPython('PyQt6.QtWebEngineWidgets'),
    start: (theme) => startQt('6', theme),
  },
  {
    name: 'firefox',
    stands: 'Firefox ESR',
    packages: ['firefox-esr'],
    isHere: () => isProgram('firefox-esr'),
    start: startFirefox,
  },
  {
    name: 'webkit',
    stands: 'WebKitGTK',
    packages: ['webkit2gtk-driver'],
    isHere: () => isProgram('WebKitWebDriver') && miniBrowser() !== undefined,
    start: startWebKit,
  },
  {
    name: 'chromium',
    stands: 'Chromium',
    packages: ['chromium'],
    isHere: () => chromium !== undefined,
    start: startChromium,
  },
];

function hasPython(module: string): boolean {
  return spawnSync(debiansPython, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;
}

async function startQt(version: '5' | '6', theme: Theme): Promise<Engine> {
  const port = await freePort();
  const program = startProgram([debiansPython, join(import.meta.dirname, 'qt-window.py'), version], {
    env: {
      QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
      QTWEBENGINE_DISABLE_SANDBOX: '1',
      QTWEBENGINE_CHROMIUM_FLAGS: ['--no-sandbox', '--disable-gpu', '--remote-allow-origins=*', ...wideAwake].join(' '),
    },
  });
  const engine = await connectCdp(program, { port, theme, escape: () => program.say('Escape') });
  const messages = (): readonly string[] => Array.from(program.output().matchAll(/^page (.*)$/gm), ([, text = '']) => text);
  return { ...engine, host: { messages, say: (text) => program.say(text) } };
}

/** With scrollbars that take space, unlike in the browser tests. */
async function startChromium(theme: Theme): Promise<Engine> {
  const port = await freePort();
  const folder = newFolder();
  const flags = [
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${folder}`,
    '--no-sandbox',
    '--disable-gpu',
    '--remote-allow-origins=*',
  ];
  const program = startProgram([chromium ?? '', ...flags, '--no-first-run', '--window-size=1280,900', 'about:blank'], { folder });
  return connectCdp(program, { port, theme });
}

async function startFirefox(theme: Theme): Promise<Engine> {
  const port = await freePort();
  const folder = newFolder();
  const profile = writeFirefoxProfile(folder, {
    'marionette.port': port,
    'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
    'remote.prefs.recommended': true,
  });
  const program = startProgram(['firefox-esr', '--marionette', '--no-remote', '--profile', profile], { folder });
  return driven(program, await openMarionette(port));
}

/** An empty profile in a folder, with these preferences, that asks a person nothing. The result is its path. */
export function writeFirefoxProfile(folder: string, preferences: Readonly<Record<string, string | number | boolean>>): string {
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  const quiet = {
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    // Its panels about passwords, where no window manager gives the focus to one window, take it from each other without end.
    'signon.rememberSignons': false,
    'signon.generation.enabled': false,
    'signon.firefoxRelay.feature': 'disabled',
  };
  const lines = Object.entries({ ...quiet, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  return profile;
}

/** Debian keeps it beside the library. */
function miniBrowser(): string | undefined {
  const folders = ['4.1', '4.0', '6.0'].flatMap((version) =>
    ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
  );
  return folders.find((file) => existsSync(file));
}

async function startWebKit(theme: Theme): Promise<Engine> {
  const port = await freePort();
  const program = startProgram(['WebKitWebDriver', `--port=${port}`], {
    env: {
      GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const session = await eventually(() => openSession(port, { 'webkitgtk:browserOptions': options }));
  return driven(program, session);
}
