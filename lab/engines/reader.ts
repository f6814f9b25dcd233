import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#server/testing/server/free-port.ts';
import type { Engine } from './engine.ts';
import { writeFirefoxProfile } from './kinds.ts';
import { openMarionette } from './marionette.ts';
import { isProgram, newFolder, startProgram } from './program.ts';
import { driven } from './webdriver.ts';

/** A person who hears the page: Orca reads Firefox, and every press is one of a real key. */
export interface Reader {
  readonly engine: Engine;
  /** Presses keys of X, such as `shift+alt+Down`, one after the other. The result is what was spoken until Orca fell silent. */
  press(...keys: readonly string[]): Promise<readonly string[]>;
  type(text: string): Promise<readonly string[]>;
  /** What was spoken since the last result. */
  heard(): Promise<readonly string[]>;
}

/** Debian's packages, by a program of theirs. */
const packages = {
  'xvfb-run': 'xvfb',
  'dbus-run-session': 'dbus-bin',
  '/usr/libexec/at-spi-bus-launcher': 'at-spi2-core',
  orca: 'orca',
  'firefox-esr': 'firefox-esr',
  xdotool: 'xdotool',
} as const;

/** What has to be installed before anybody reads. */
export function missingForReader(): readonly string[] {
  return Object.entries(packages).flatMap(([program, name]) => (isProgram(program) ? [] : [name]));
}

/**
 * Orca writes what it speaks at once, and stays mute: with a voice it would read as slowly as one listens. Signs are spoken as
 * they are written. Its own words are English.
 */
const mute = `import orca.debug
import orca.settings
orca.debug.debugFile.reconfigure(line_buffering=True)
orca.settings.speechServerFactory = 'none'
orca.settings.speechFactoryModules = []
orca.settings.enableKeyEcho = False
orca.settings.sayAllOnLoad = False
orca.settings.pageSummaryOnLoad = False
orca.settings.verbalizePunctuationStyle = orca.settings.PUNCTUATION_STYLE_NONE
orca.settings.repeatCharacterLimit = 0
`;

const quietMs = 500;
/** Until Orca begins to answer, and until it ends. */
const patienceMs = 2500;
const limitMs = 30_000;

/** Starts Orca and a Firefox that shows an address. */
export async function startReader(address: string): Promise<Reader> {
  const port = await freePort();
  const folder = newFolder();
  mkdirSync(join(folder, 'orca'));
  writeFileSync(join(folder, 'orca', 'orca-customizations.py'), mute);
  writeFirefoxProfile(folder, { 'marionette.port': port, 'accessibility.force_disabled': -1, 'remote.prefs.recommended': false });
  const program = startProgram(['dbus-run-session', '--', 'sh', join(import.meta.dirname, 'reader-session.sh'), folder, address], {
    folder,
    env: { GNOME_ACCESSIBILITY: '1', NO_AT_BRIDGE: '0' },
  });
  const spoken = join(folder, 'spoken');
  const engine = driven(program, await openMarionette(port));
  let read = 0;

  /** Orca notes all that it thinks of: its notes rest when it does. */
  async function heard(before = 0): Promise<readonly string[]> {
    const start = performance.now();
    let [size, since] = [statSync(spoken).size, start];
    const isWaiting = (now: number): boolean => (size === before && now - start < patienceMs) || now - since < quietMs;
    while (performance.now() - start < limitMs && isWaiting(performance.now())) {
      await delay(50);
      const now = statSync(spoken).size;
      if (now !== size) [size, since] = [now, performance.now()];
    }
    const notes = readFileSync(spoken).subarray(read);
    // A line that is still being written is for the next time.
    const whole = notes.subarray(0, notes.lastIndexOf('\n') + 1);
    read += whole.length;
    return linesOf(whole.toString());
  }

  async function send(command: string): Promise<readonly string[]> {
    const before = statSync(spoken).size;
    program.say(command);
    return heard(before);
  }

  await heard();
  return {
    engine,
    async press(...keys) {
      const all: string[] = [];
      for (const key of keys) all.push(...(await send(`key ${key}`)));
      return all;
    },
    type: (text) => send(`type --delay 60 ${text}`),
    heard: () => heard(),
  };
}

/** The spoken lines of Orca's notes. */
function linesOf(notes: string): readonly string[] {
  return Array.from(notes.matchAll(/SPEECH OUTPUT: '([\s\S]*?)'(?=$| ?[[{]| voice=)/gm), ([, text = '']) => text.trim()).filter(
    (text) => text !== '',
  );
}
