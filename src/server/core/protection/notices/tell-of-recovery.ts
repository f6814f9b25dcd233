import type { Account } from '#server/core/account/accounts/account.ts';
import { asOwn, type Contact } from '#server/core/account/identifiers/contact.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { contactsOf, type Notices } from './notices.ts';

export interface TellOfRecoveryDeps {
  readonly journal: { readonly audit: Audit; readonly notices: Pick<Notices, 'sendChange'> };
}

/**
 * Tells the other contact of the account that a code for a new password was asked for, and records it, in the transaction
 * of the code: once a day. Without an account, or without another contact, a message is made too, which is not delivered:
 * a stranger learns nothing from the time.
 */
export async function tellOfRecovery(
  { journal: { audit, notices } }: TellOfRecoveryDeps,
  visit: Visit,
  { account, target }: { readonly account: Account | undefined; readonly target: Identifier },
): Promise<void> {
  const channel = target.kind === 'phone' ? 'sms' : 'email';
  const others = account === undefined ? [] : contactsOf(account).filter((each) => !isTarget(each, target));
  const [other] = others.toSorted((one, another) => Number(one.channel === channel) - Number(another.channel === channel));
  const to = other ?? asOwn(channel === 'sms' ? 'email' : 'sms', target.value);
  const { clientIp: from } = visit;
  // Stands for the account where there is none: no message about it is delivered.
  const nobody = { id: '', region: '', language: visit.lang } as const;
  const rest = { event: 'recoveryBegun', from, by: { userAgent: visit.userAgent, browser: visit.browser } } as const;
  await notices.sendChange({ ...rest, account: account ?? nobody, to, discard: other === undefined });
  if (account !== undefined) await audit.record({ event: 'recovery.begun', accountId: account.id, origin: visit });
}

function isTarget({ address }: Contact, { value }: Identifier): boolean {
  return address.toLowerCase() === value.toLowerCase();
}
