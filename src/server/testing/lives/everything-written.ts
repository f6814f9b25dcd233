import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllRows } from './all-rows.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/**
 * Everything that the server has written, by location: database files including their free pages, tables, avatars,
 * counters, logs.
 */
export async function everythingWritten(app: TestApp): Promise<ReadonlyMap<string, Buffer>> {
  const written = new Map<string, Buffer>();
  for (const file of await filesBelow(app.config.dataDir)) {
    // This file does not exist in production, where messages go to people.
    if (!file.endsWith('dev-outbox.jsonl')) written.set(file, Buffer.concat([Buffer.from(`${file}\n`), await readFile(file)]));
  }
  for (const [name, rows] of await readAllRows(app)) written.set(`table ${name}`, Buffer.from(JSON.stringify(rows)));
  return written.set('log', Buffer.from(app.logLines.map((line) => JSON.stringify(line)).join('\n')));
}

export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
