import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { FormerWays } from './former-ways.ts';
import type { Taking } from './taking.ts';
import type { AccountWays } from './ways.ts';

/** Before a way is replaced, in its transaction: it keeps recovering the account, unless two independent ways replace it. */
export async function keepReplaced(
  { formers }: { readonly formers: Pick<FormerWays, 'keep'> },
  { account, ways, by }: { readonly account: Account; readonly ways: AccountWays; readonly by: Taking },
  kind: WayKind,
): Promise<void> {
  const values = { phone: account.phone, email: account.emailShown, password: account.passwordHash };
  const value = kind === 'phone' || kind === 'email' || kind === 'password' ? values[kind] : null;
  const way = ways.own.find((own) => own.kind === kind);
  if (way !== undefined && value !== null) await formers.keep({ account, way, value, leftBy: 'replaced', by, ways });
}
