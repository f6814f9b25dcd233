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

/** A message for the page. */
export interface DevOutboxMessage {
  /** Names the message for as long as the file exists. */
  readonly number: number;
  readonly entry: DevOutboxEntry;
  /** The mail as a mail program shows it; undefined for an SMS. */
  readonly html: string | undefined;
}

/** The destination of a development server's messages: a file with one JSON object per line. */
export interface DevOutbox {
  append(entry: Omit<DevOutboxEntry, 'at'>, html?: string): Promise<void>;
  /** Newest first; only those for `to` if given. */
  read(to?: string): Promise<DevOutboxEntry[]>;
  /** The same, with everything that the page shows. */
  messages(to?: string): Promise<DevOutboxMessage[]>;
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

  async function messages(to?: string): Promise<DevOutboxMessage[]> {
    const lines = (await readOrEmpty(file)).split('\n');
    // The order of the file is the order of sending; `at` may be equal.
    const all = lines.flatMap(parseLine).toReversed();
    const wanted = to?.trim().toLowerCase();
    return wanted === undefined ? all : all.filter(({ entry }) => entry.to.toLowerCase() === wanted);
  }

  return {
    async append(entry, html) {
      await appendFile(file, `${JSON.stringify({ at: clock.now(), ...entry, html })}\n`, { mode: 0o600 });
    },
    read: async (to) => (await messages(to)).map(({ entry }) => entry),
    messages,
  };
}

/** Skips a line that a killed process left incomplete. */
function parseLine(line: string, number: number): DevOutboxMessage[] {
  try {
    if (line === '') return [];
    const { html, ...entry }: DevOutboxEntry & { readonly html?: string } = JSON.parse(line);
    return [{ number, entry, html }];
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
