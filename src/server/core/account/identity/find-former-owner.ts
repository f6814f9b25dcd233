import type { Account } from '#server/core/account/accounts/account.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import type { FormerWay, FormerWays } from '#server/core/sign-in/ways/former-ways.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';

/** An account and the phone or email that it had. */
export interface FormerOwner {
  readonly account: Account;
  readonly way: WayId;
  /** As its owner wrote it. */
  readonly address: string;
}

/**
 * The account that had this phone or email in the last 45 days: a code to it begins its recovery. Ask only where no
 * account has the contact now, because it belongs to the last person who proved it. One alone gets an ordinary account back, if
 * it stood for itself: an intruder's, which the owner took out, stood for what he had stolen.
 */
export async function findFormerOwner(
  { accounts, formers }: { readonly accounts: Accounts; readonly formers: FormerWays },
  kind: 'phone' | 'email',
  value: string,
): Promise<FormerOwner | undefined> {
  const id = await formers.ownerOf(kind, value);
  const account = id === undefined ? undefined : await accounts.findLive(id);
  if (account === undefined) return undefined;
  const former = (await formers.of(account)).find((each) => each.way.kind === kind && canon(kind, each.value) === value);
  if (former === undefined || (account.twoStepAt === null && !stoodForItself(former))) return undefined;
  return { account, way: former.way.id, address: former.value };
}

function stoodForItself({ way: { vouchedBy, ownRootAt }, leftAt }: FormerWay): boolean {
  return vouchedBy === null || ownRootAt <= leftAt;
}
