import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { limitText } from './change-limit.ts';
import { showSaved } from './save-profile.ts';

/**
 * Makes a change that is limited to once, or once in a period, and shows the returned account. False if nothing
 * changed: the person canceled (undefined), or the limit refused it; then the date is shown and the account is
 * reloaded, because it was changed elsewhere.
 * @throws {RefusalError} other refusals of the change
 */
export async function limitedChange(change: () => Promise<AccountView | undefined>): Promise<boolean> {
  try {
    const account = await change();
    if (account === undefined) return false;
    await showSaved(account);
    return true;
  } catch (error) {
    const text = limitText(error, translate);
    if (text === undefined) throw error;
    notify({ kind: 'error', text });
    void accountCache.invalidateQueries({ queryKey: accountKey });
    return false;
  }
}

/** The check for a free name that accepts the account's own name in any spelling. */
export function exceptOwn(check: RemoteCheck, own: string): RemoteCheck {
  const isOwn = (value: string) => own !== '' && spelling(value) === spelling(own);
  return {
    rule: check.rule,
    known: (value) => (isOwn(value) ? false : check.known(value)),
    ask: (value) => (isOwn(value) ? Promise.resolve(false) : check.ask(value)),
    drop: check.drop,
  };
}

function spelling(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
