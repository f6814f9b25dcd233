import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { purposes, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import type { LaterEvent } from '#server/capabilities/operations/restore/repeat-events.ts';
import { AdminError } from '#server/admin/admin-command.ts';

/** Without knowledge of the time after the backup. */
export async function* noEvents(): AsyncGenerator<LaterEvent> {}

/**
 * Reads the output of `audit export`, or a server log (only its lines `an account was erased`); one file may contain
 * both.
 * @throws {AdminError} for an unreadable file, or a line that is no JSON object
 */
export async function* readEvents(file: string): AsyncGenerator<LaterEvent> {
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() === '') continue;
      const event = eventOf(line);
      if (event) yield event;
    }
  } catch (error) {
    throw new AdminError(`${file} cannot be read at line ${number}: it must be what audit export has written, or the log.`, {
      cause: error,
    });
  }
}

function eventOf(line: string): LaterEvent | undefined {
  const { id, at, time, accountId, event, msg, detail }: Readonly<Record<string, unknown>> = JSON.parse(line);
  const moment = Date.parse(String(at ?? time));
  if (typeof accountId !== 'string' || Number.isNaN(moment)) return undefined;
  if (typeof event === 'string' && typeof id === 'string') {
    return { id, at: moment, accountId, event, purpose: purposeIn(detail), guardianship: guardianshipIn(detail) };
  }
  return msg === 'an account was erased'
    ? { id: undefined, at: moment, accountId, event: 'account.purged', purpose: undefined, guardianship: undefined }
    : undefined;
}

function purposeIn(detail: unknown): Purpose | undefined {
  const named = typeof detail === 'object' && detail !== null && 'purpose' in detail ? detail.purpose : undefined;
  return purposes.find((purpose) => purpose === named);
}

function guardianshipIn(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null || !('guardianship' in detail)) return undefined;
  return typeof detail.guardianship === 'string' ? detail.guardianship : undefined;
}
