import { useSyncExternalStore } from 'react';
import { appConfig } from '#web/lib/page/app-config.ts';

/** Whether people can use passkeys here: the installation offers them, and this browser knows them, at this address. */
export function canUsePasskeys(): boolean {
  return isOffered() && 'PublicKeyCredential' in window && !isIpAddress.test(location.hostname);
}

/** The same in a component: the first render is the server's, which takes it that the browser knows them. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(neverChanges, canUsePasskeys, isOffered);
}

/** No passkey belongs to one, and a development server answers at 127.0.0.1 too. No domain ends like one. */
const isIpAddress = /[\d\]]$/;

function isOffered(): boolean {
  return appConfig().features.passkeys;
}

function neverChanges(): () => void {
  return () => undefined;
}
