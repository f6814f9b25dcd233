import { appendFile, readFile } from 'node:fs/promises';
import type { Clock } from '#server/platform/clock.ts';

/** A message in `/dev/outbox.json` (contract 8). */
export interface DevOutboxEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly scene: string;
  readonly subject: string | null;
  readonly text: string;
  readonly code: string | null;
  readonly link: string | null;
}

/** The destination of a development server's messages: a file with one JSON object per line. */
export interface DevOutbox {
  append(entry: Omit<DevOutboxEntry, 'at'>): Promise<void>;
  /** Newest first; only those for `to` if given. */
  read(to?: string): Promise<DevOutboxEntry[]>;
}

export interface DevOutboxOptions {
  readonly env: 'production' | 'development' | 'test';
  readonly file: string;
  readonly clock: Clock;
}

/**
 * Opens the development outbox.
 * @throws {Error} in production: codes and links would be readable in a file and on a page.
 */
export function openDevOutbox({ env, file, clock }: DevOutboxOptions): DevOutbox {
  if (env === 'production') throw new Error('The development outbox is not available in production: configure real mail and SMS.');
  return {
    async append(entry) {
      await appendFile(file, `${JSON.stringify({ at: clock.now(), ...entry })}\n`, { mode: 0o600 });
    },
    async read(to) {
      const lines = (await readOrEmpty(file)).split('\n');
      // The order of the file is the order of sending; `at` may be equal.
      const entries = lines.flatMap(parseLine).toReversed();
      const wanted = to?.trim().toLowerCase();
      return wanted === undefined ? entries : entries.filter((entry) => entry.to.toLowerCase() === wanted);
    },
  };
}

/** Skips a line that a killed process left incomplete. */
function parseLine(line: string): DevOutboxEntry[] {
  try {
    return line === '' ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}

async function readOrEmpty(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
