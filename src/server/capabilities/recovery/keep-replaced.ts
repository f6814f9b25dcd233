import type { WayKind } from '#contract/vocabulary/ways.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import { takenByOne } from '#server/core/ways/taking.ts';
import type { AccountWays } from '#server/core/ways/ways.ts';

/** Before a recovery replaces a way that it may not take away: it goes on recovering the account. */
export async function keepReplaced(
  { formers }: Pick<Identity, 'formers'>,
  { account, ways }: { readonly account: Account; readonly ways: AccountWays },
  kind: WayKind,
): Promise<void> {
  const values = { phone: account.phone, email: account.emailShown, password: account.passwordHash };
  const value = kind === 'phone' || kind === 'email' || kind === 'password' ? values[kind] : null;
  const way = ways.own.find((own) => own.kind === kind);
  if (way !== undefined && value !== null) await formers.keep({ account, way, value, leftBy: 'replaced', by: takenByOne });
}
