import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';

export interface ShowQrcodeDeps {
  readonly accounts: Accounts;
}

/** Shows or hides the follow-us QR code for this account. */
export async function showQrcode({ accounts }: ShowQrcodeDeps, account: Account, show: boolean): Promise<void> {
  if (account.showQrcode !== show) await accounts.setShowQrcode(account.id, show);
}
