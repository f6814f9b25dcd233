import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';

export interface TellOfDateDeps {
  readonly journal: Pick<Journal, 'notices'>;
}

/** Tells every phone and email of an account a date of a child's account. */
export async function tellOfDate(
  { journal: { notices } }: TellOfDateDeps,
  account: Account,
  { event, at, name = '' }: { readonly event: 'childDue' | 'guardianEnds'; readonly at: number; readonly name?: string },
): Promise<void> {
  for (const to of contactsOf(account))
    await notices.sendChange({
      account,
      event,
      to,
      values: { date: at, name },
      link: supportLink,
      linkKind: 'contact',
      from: '',
    });
}
