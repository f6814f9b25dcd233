import { raiseCredentialEpochs } from '#server/core/account/accounts/accounts.guarded.ts';
import { restartDeletions } from '#server/core/account/deletion/deletions.guarded.ts';
import { holdEveryMember } from '#server/core/operations/staff/staff.guarded.ts';
import type { Notices } from '#server/core/protection/notices/notices.ts';
import { createAppSecrets, holdMs } from '#server/core/apps/app-secrets/app-secrets.repository.ts';
import type { OwnApps } from '#server/core/apps/developer/own-apps.repository.ts';
import { tellStatus } from '#server/core/apps/signals/set-status.ts';
import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { day } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { settleInstallation } from '#server/platform/installation/installation.repository.ts';
import { settle } from '#server/platform/db/tables/table-lives.ts';
import { dueAnew, repeatEvents, type LaterEvent, type Repeated, type RepeatDeps } from './repeat-events.ts';
import { countDeletions, endOfBatch } from './settle.repository.ts';

export interface SettleDeps extends RepeatDeps {
  readonly keyring: Keyring;
  readonly own: Pick<OwnApps, 'find'>;
  readonly notices: Pick<Notices, 'sendApp'>;
}

export interface Settled {
  readonly accounts: number;
  /** Messages waiting in the copy; they are not sent. */
  readonly messages: number;
  /** Apps of developers whose secrets end unless they are confirmed. */
  readonly secrets: number;
  readonly deletions: { readonly due: number; readonly later: number };
  readonly repeated: Repeated;
}

const batch = 5000;

/**
 * Makes a restored database safe to serve. Ends every session, token, consent, code and link, because each may have
 * been ended or used after the copy; sends none of the old messages. Puts secrets of developers on hold. Holds every member of staff, because some may have left. Restarts pending deletions with a notice to the
 * owner, because each may have been withdrawn; repeats known later events (`repeatEvents`). Run it before a server
 * opens the database; it is safe to repeat.
 */
export async function settleRestore(
  deps: SettleDeps,
  { operator, events }: { readonly operator: string; readonly events: AsyncIterable<LaterEvent> },
): Promise<Settled> {
  const { db, clock, audit } = deps;
  let secrets = 0;
  const messages = await db.tx(async () => {
    await audit.record({ event: 'installation.restored', accountId: null, origin: { clientIp: '', requestId: '' }, detail: { operator } });
    await holdEveryMember(db, clock.now());
    await settleInstallation(db, clock.now());
    await restartDeletions(db, { dueAt: dueAnew(clock) });
    const dropped = (await settle(db)).get('outbox') ?? 0;
    secrets = await holdSecrets(deps);
    await tellReceivers(deps);
    return dropped;
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
  return { accounts, messages, secrets, deletions: await countDeletions(db, clock.now()), repeated };
}

/**
 * A secret that was removed after the copy works again: those of developers end in a week unless their developer says that
 * they are in use. Returns the number of their apps.
 */
async function holdSecrets({ db, clock, own, accounts, notices }: SettleDeps): Promise<number> {
  const at = clock.now();
  const held = await createAppSecrets(db).holdAll({ at });
  for (const id of held) {
    const app = await own.find(id);
    const owner = app && (await accounts.findById(app.ownerId));
    if (app !== undefined && owner !== undefined)
      await notices.sendApp({ account: owner, event: 'secretsHeld', app: app.client.name, values: { days: String(holdMs / day) } });
  }
  return held.length;
}

/** Tells receivers of signals in their streams that they may have missed some (SSF 1.0 section 8.1.5). */
async function tellReceivers({ db, keyring, clock }: SettleDeps): Promise<void> {
  const rows = createSignalRows({ db, keyring });
  for (const stream of await rows.streams())
    if (stream.status !== 'disabled') await tellStatus({ rows, at: clock.now() }, stream, stream.status);
}
