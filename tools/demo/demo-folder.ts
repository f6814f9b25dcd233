import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { lockDataDir, lockFile } from '#server/platform/db/sqlite/data-dir-lock.ts';
import { placeDatabase } from '#server/testing/server/place-database.ts';
import { settingGroups } from '#server/platform/settings/all-settings.ts';
import { demoPlaces } from './demo-people.ts';
import { liveDemo } from './demo-life.ts';
import { openDemoStage } from './demo-stage.ts';

/** Marks a folder as the demo's; its content says whether the lives are complete. */
const markFile = 'demo.json';
const placesFile = 'places.mmdb';

/** Settings that the caller of the demo may choose. */
const chosen = new Set(['PORT', 'LOG_LEVEL']);

/**
 * The environment of the demo's server: a development server on its own folder, without any other setting of the
 * caller, which may belong to another server.
 */
export function demoEnvironment(given: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const settings = new Set(Object.values(settingGroups).flatMap((group) => Object.keys(group)));
  const kept = Object.entries(given).filter(([name]) => chosen.has(name) || !settings.has(name));
  return {
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(kept),
    NODE_ENV: 'development',
    DATA_DIR: folder,
    // The people of the demo have their own client IPs, sent like a proxy on this machine would.
    TRUST_PROXY: '127.0.0.1',
    // Its people live on one machine; the person who tries them has neither their phones nor their browsers.
    SIGN_IN_STEP_UP: 'off',
    GEO_DATABASE_FILE: join(folder, placesFile),
  };
}

/**
 * Fills the folder with lived-in accounts, unless it has them. A half-filled folder, or any with `fresh`, is emptied
 * first.
 * @throws {DatabaseUnusable} for a folder with other content, or one that a server uses
 */
export async function prepareDemo(environment: NodeJS.ProcessEnv, { fresh }: { readonly fresh: boolean }): Promise<'kept' | 'made'> {
  const folder = environment['DATA_DIR'] ?? '';
  const mark = join(folder, markFile);
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(mark)) {
    throw new DatabaseUnusable(`${folder} is not a folder of the demo. Choose another one: npm run demo -- --folder <path>`);
  }
  const lock = lockDataDir(folder);
  try {
    if (!fresh && isComplete(mark)) return 'kept';
    writeFileSync(mark, JSON.stringify({ complete: false }));
    const stays = [markFile, lockFile];
    for (const entry of readdirSync(folder)) if (!stays.includes(entry)) rmSync(join(folder, entry), { recursive: true });
    writeFileSync(join(folder, placesFile), placeDatabase(demoPlaces));
    const stage = await openDemoStage(environment);
    try {
      await liveDemo(stage, environment);
    } finally {
      await stage.close();
    }
    writeFileSync(mark, JSON.stringify({ complete: true }));
    return 'made';
  } finally {
    lock.release();
  }
}

function isComplete(mark: string): boolean {
  if (!existsSync(mark)) return false;
  const { complete }: { readonly complete?: boolean } = JSON.parse(readFileSync(mark, 'utf8'));
  return complete === true;
}
