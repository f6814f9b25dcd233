import { sharedStore } from '#web/lib/browser/browser.ts';
import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { call } from '#web/lib/api/api.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { loadTexts } from '#web/lib/load-texts.ts';
import { notify } from '#web/lib/page/notify.ts';
import { endCeremony, makePasskey } from '#web/widgets/passkeys/ceremonies.ts';
import { signalKnown } from '#web/widgets/passkeys/signals.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { offerKey, refreshPasskeys } from './passkeys.ts';

export { OfferLine } from './offer-line.tsx';

/** Milliseconds that a browser may take: one that has to ask its person takes longer. */
const silentMs = 3000;

/** Until when this browser is not asked again. */
const declinedKey = 'passkey-declined';
const declinedMs = 30 * 24 * 3_600_000;

/** Tells the password manager what the account has, after a sign-in by passkey. */
export async function signalAll(): Promise<void> {
  signalKnown((await call(passkeysEndpoints.listPasskeys)).signals);
}

/**
 * Has the browser make a passkey without a dialog, in the password manager that has just filled in the password.
 * After any failure the person sees no error, and no try follows for 30 days; the first time, Home offers a passkey.
 */
export async function makeSilently(): Promise<void> {
  const declined = sharedStore.getItem(declinedKey);
  if (Date.now() < Number(declined) || (await isMadeSilently().catch(() => false))) return;
  sharedStore.setItem(declinedKey, String(Date.now() + declinedMs));
  if (declined !== null || !(await hasUnlock())) return;
  await loadTexts(['after-sign-in']);
  accountCache.setQueryData<boolean>(offerKey, true);
}

async function isMadeSilently(): Promise<boolean> {
  if (!(await canMakeSilently())) return false;
  const timer = setTimeout(endCeremony, silentMs);
  try {
    const { publicKey } = await call(passkeysEndpoints.beginPasskeyRegistration, { body: { purpose: 'upgrade' } });
    const credential = await makePasskey(publicKey, { silently: true });
    if (credential === undefined || credential === 'exists') return false;
    await call(passkeysEndpoints.finishPasskeyRegistration, { body: { credential } });
  } finally {
    clearTimeout(timer);
  }
  await loadTexts(['after-sign-in']);
  notify({ kind: 'success', text: translate('pk.upgraded') });
  await refreshPasskeys();
  return true;
}

/** Whether this device knows its person by a fingerprint, a face or a screen lock. */
async function hasUnlock(): Promise<boolean> {
  return window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

async function canMakeSilently(): Promise<boolean> {
  const { getClientCapabilities } = window.PublicKeyCredential as {
    readonly getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  };
  return (await getClientCapabilities?.call(window.PublicKeyCredential))?.['conditionalCreate'] === true;
}
