import { raiseCredentialEpochs } from '#server/core/accounts/accounts.guarded.ts';
import { restartDeletions } from '#server/core/deletion/deletions.guarded.ts';
import { holdEveryMember } from '#server/core/operation/staff.guarded.ts';
import { tables } from '#server/core/database.ts';
import { settle } from '#server/platform/db/table-lives.ts';
import { dueAnew, repeatEvents, type LaterEvent, type Repeated, type RepeatDeps } from './repeat-events.ts';
import { countDeletions, endOfBatch } from './settle.repository.ts';

export type SettleDeps = RepeatDeps;

export interface Settled {
  readonly accounts: number;
  /** Messages waiting in the copy; they are not sent. */
  readonly messages: number;
  readonly deletions: { readonly due: number; readonly later: number };
  readonly repeated: Repeated;
}

const batch = 5000;

/**
 * Makes a restored database safe to serve. Ends every session, token, consent, code and link, because each may have
 * been ended or used after the copy; sends none of the old messages. Holds every member of staff, because some may have left. Restarts pending deletions with a notice to the
 * owner, because each may have been withdrawn; repeats known later events (`repeatEvents`). Run it before a server
 * opens the database; it is safe to repeat.
 */
export async function settleRestore(
  deps: SettleDeps,
  { operator, events }: { readonly operator: string; readonly events: AsyncIterable<LaterEvent> },
): Promise<Settled> {
  const { db, clock, audit } = deps;
  const messages = await db.tx(async () => {
    await audit.record({ event: 'installation.restored', accountId: null, origin: { clientIp: '', requestId: '' }, detail: { operator } });
    await holdEveryMember(db, clock.now());
    await restartDeletions(db, { dueAt: dueAnew(clock) });
    return (await settle(db, tables)).get('outbox') ?? 0;
  });
  const repeated = await repeatEvents(deps, events, { operator });
  let accounts = 0;
  let after = '';
  for (;;) {
    const through = await endOfBatch(db, { after, size: batch });
    if (through === undefined) break;
    accounts += await raiseCredentialEpochs(db, { after, through });
    after = through;
  }
  return { accounts, messages, deletions: await countDeletions(db, clock.now()), repeated };
}
