import { provenBefore } from '#server/core/account/identifiers/proven-contact.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { endFrozen, moveIncident, muteContact } from '#server/core/protection/incidents/incidents.guarded.ts';
import { relinkSocial, type SocialRows } from '#server/core/sign-in/former-things/social-rows.repository.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { keepReplaced } from '#server/core/sign-in/ways/keep-replaced.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecoveryDeps } from './prove-recovery.ts';
import { isSure, type RecoverySide } from './recovery-side.ts';

interface Review {
  readonly keep: readonly string[];
  readonly mine: boolean;
}

/**
 * Ends the freeze, in the transaction of the way back; nothing where there is none. What the owner calls their own change
 * is put back, unless another account has it by now; the rest is void.
 * @throws {Refusal} tokenError where another request ended it first
 */
export async function endFreeze(deps: RecoveryDeps, visit: Visit, side: RecoverySide, { keep, mine }: Review): Promise<void> {
  const { account, incident } = side;
  if (incident === undefined) return;
  const { db, clock } = deps.store;
  const move = { id: incident.id, from: ['frozen', 'disputed'], to: 'closed', at: clock.now() } as const;
  if (!(await endFrozen(db, account.id)) || !(await moveIncident(db, move))) {
    throw new Refusal('tokenError', { reason: 'the freeze has just ended' });
  }
  const aside = await deps.identity.formers.asideOf(incident);
  for (const each of aside.toReversed()) {
    const isBack = keep.includes(each.id) && (await putBack(deps, side, each));
    await deps.identity.formers.drop([each.id], isBack ? 'restored' : 'dropped');
    if (isBack) {
      const detail = { family: each.way.kind };
      await deps.journal.audit.record({ event: 'way.restored', accountId: account.id, origin: visit, detail });
    }
  }
  await deps.identity.formers.releaseFromFreeze(account.id);
  if (!mine && incident.openedVia !== '') await muteContact(db, { id: incident.id, muted: incident.openedVia });
}

/** False where another account has it by now, or the account has another one. What it replaces may be the owner's. */
async function putBack({ store, identity }: RecoveryDeps, side: RecoverySide, { way, value }: FormerWay): Promise<boolean> {
  const accountId = side.account.id;
  if (way.kind === 'phone' || way.kind === 'email') {
    const had = identifier(way.kind, value);
    if (had === undefined) return false;
    const account = await readAccount(identity, accountId);
    const isOther = account[way.kind] !== had.value;
    if (isOther && (await identity.accounts.exists(had.kind, had.value))) return false;
    if (isOther && !isSure(side)) await keepReplaced(identity, { account, ways: await identity.ways.of(account) }, way.kind);
    await replaceIdentifier(store, { accountId, identifier: provenBefore(had), at: way.addedAt });
    return true;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a freeze writes it
  return way.kind === 'social' && relinkSocial(store.db, accountId, JSON.parse(value) as SocialRows);
}
