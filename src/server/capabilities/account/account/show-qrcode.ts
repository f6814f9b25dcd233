import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';

export interface ShowQrcodeDeps {
  readonly identity: Identity;
}

/** Shows or hides the follow-us QR code for this account. */
export async function showQrcode({ identity: { accounts } }: ShowQrcodeDeps, account: Account, show: boolean): Promise<void> {
  if (account.showQrcode !== show) await accounts.setShowQrcode(account.id, show);
}
