import { limits } from '#contract/limits.ts';
import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import type { AuditEntry } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Emit } from '#server/core/events.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { newId } from '#server/platform/ids.ts';
import { signalRows, type SignalRow } from './signal-events.ts';
import { createSignalRows } from './signals.repository.ts';
import type { SignalContent, Stream } from './stream.ts';

/** Undelivered events wait so long. */
export const signalLifeMs = limits.signalDays * day;
/** Apps that were not used for this time are told nothing. */
const usedMs = 400 * day;
/** Apps that are notified of one act. */
const appsPerAct = 200;
/**
 * The removal of a person from a stream is obeyed so much later for events that end access: a stolen token cannot blind
 * an app.
 */
const graceMs = day;
const withGrace: readonly string[] = ['session-revoked', 'account-disabled'];

/** The part of the provider's session that names it to apps. */
interface ProviderSession {
  readonly authorizations?: Readonly<Record<string, { readonly sid?: string }>>;
}

interface FanOutDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  /** The id under which an app knows an account. */
  readonly subjectOf: (clientId: string, accountId: string) => Promise<string>;
  /** Absent where another process delivers. */
  readonly queued?: Emit<'signalQueued'>;
}

/** Writes the events of an act for every app that is notified of it, in the transaction of the act. */
export type FanOut = (entry: AuditEntry) => Promise<void>;

export function createFanOut({ db, clock, keyring, subjectOf, queued }: FanOutDeps): FanOut {
  const rows = createSignalRows({ db, keyring });

  async function sidOf(sessionId: string, clientId: string): Promise<string | undefined> {
    const found = await db
      .q()
      .selectFrom('openid_records')
      .select('sealed')
      .where('model', '=', 'Session')
      .where('session_id', '=', sessionId)
      .execute();
    for (const { sealed } of found) {
      const { authorizations }: ProviderSession = JSON.parse(keyring.open('openid:Session', sealed));
      const sid = authorizations?.[clientId]?.sid;
      if (sid !== undefined) return sid;
    }
    return undefined;
  }

  async function contentFor(row: SignalRow, entry: AuditEntry & { readonly accountId: string }, stream: Stream, txn: string) {
    const { accountId, endedSessionId = entry.sessionId } = entry;
    const sub = await subjectOf(stream.clientId, accountId);
    const content: SignalContent = { sub, by: row.by, txn, members: row.members ?? {} };
    if (row.ofFormer) {
      const { former } = entry;
      return former !== undefined && (await mayKnow(db, { accountId, clientId: stream.clientId, kind: former.kind }))
        ? { ...content, former }
        : undefined;
    }
    if (row.of !== 'session') return content;
    const sid = endedSessionId === undefined ? undefined : await sidOf(endedSessionId, stream.clientId);
    // An app that was not in this session has nothing to end.
    return sid === undefined ? undefined : { ...content, sid };
  }

  return async function fanOut(entry) {
    const { accountId } = entry;
    const events = signalRows[entry.event];
    if (events === undefined || accountId === null) return;
    const at = clock.now();
    const client = entry.event === 'app.canceled' ? String(entry.detail?.['client']) : undefined;
    const streams =
      client === undefined
        ? await rows.streamsFor({ accountId, usedSince: at - usedMs, apps: appsPerAct })
        : (await rows.streamsOf(client)).filter(({ status }) => status !== 'disabled');
    if (streams.length === 0) return;
    const left = await rows.exclusions(accountId);
    const txn = newId();
    for (const stream of streams) {
      for (const row of events) {
        if (!stream.events.includes(row.event) || isLeftOut(row.event, left.get(stream.id), at)) continue;
        const content = await contentFor(row, { ...entry, accountId }, stream, txn);
        if (content === undefined) continue;
        await rows.insert({ id: newId(), streamId: stream.id, accountId, event: row.event, content, at, expiresAt: at + signalLifeMs });
      }
    }
    queued?.(undefined);
  };
}

/** Whether the person has allowed an app this kind of contact. */
async function mayKnow(
  db: Db,
  { accountId, clientId, kind }: { readonly accountId: string; readonly clientId: string; readonly kind: 'phone' | 'email' },
): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('openid_consents')
    .select(['scopes', 'more'])
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  const claim: ConsentLine = kind === 'phone' ? 'claim.phone_number' : 'claim.email';
  return row !== undefined && (row.scopes.split(' ').includes(kind) || row.more.split(' ').includes(claim));
}

function isLeftOut(event: string, since: number | undefined, at: number): boolean {
  if (since === undefined) return false;
  return !withGrace.includes(event) || at >= since + graceMs;
}
