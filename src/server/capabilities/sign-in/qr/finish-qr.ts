import type { Distance } from '#server/core/sign-in/access/admission.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { waysIn } from '#server/core/sign-in/ways/assurance-columns.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isKnownComputer, isSameNetwork } from './asked-qr.ts';
import { readOwnCode, type OfPage } from './computer.ts';
import { claim } from './qr-sign-ins.guarded.ts';
import { createQrRows } from './qr-sign-ins.repository.ts';

export interface FinishQrDeps {
  readonly store: Store;
  readonly identity: Identity;
}

/** The end of every sign-in, behind its gate. */
export type CompleteQrSignIn = (
  visit: Visit,
  proven: {
    readonly account: Account;
    readonly shown: readonly ShownWay[];
    readonly distance: Distance;
    readonly settle: () => Promise<unknown>;
  },
) => Promise<SignedInAccount>;

/**
 * Signs this browser in after the phone approved, once. What the phone proved was shown; the gate
 * decides whether that opens the account here.
 * @throws {Refusal} qrOver, secondStepNeeded, deletionPending, passwordLocked
 */
export async function finishQr(
  { store, identity }: FinishQrDeps,
  visit: Visit,
  { page, completeSignIn }: { readonly page: OfPage; readonly completeSignIn: CompleteQrSignIn },
): Promise<SignedInAccount> {
  const { db, clock } = store;
  readOwnCode({ store }, visit, page);
  const row = await createQrRows(db).find(sha256(page.code));
  const account = row?.account_id == null ? undefined : await identity.accounts.findLive(row.account_id);
  if (row?.state !== 'approved' || row.expires_at <= clock.now() || row.computer !== visit.visitor || account === undefined)
    throw new Refusal('qrOver', { reason: 'not approved for this browser' });
  if (account.credentialEpoch !== row.credential_epoch) throw new Refusal('qrOver', { reason: 'the credentials have changed' });
  return completeSignIn(visit, {
    account,
    shown: waysIn(row.ways).map((id) => ({ id })),
    distance: {
      // The computer has not moved since.
      sameNetwork: row.same_network === 1 && isSameNetwork(visit.clientIp, row.computer_ip),
      known: await isKnownComputer(store, account, { computer_browser: visit.browser ?? '' }),
    },
    async settle() {
      const isClaimed = await claim(db, { id: row.id, at: clock.now(), computer: visit.visitor });
      if (!isClaimed) throw new Refusal('qrOver', { reason: 'taken at this moment' });
    },
  });
}
