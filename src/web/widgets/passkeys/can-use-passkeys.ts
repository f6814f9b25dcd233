import { useSyncExternalStore } from 'react';
import { appConfig } from '#web/lib/app-config.ts';

/** Whether people can use passkeys here: the installation offers them, and this browser knows them. */
export function canUsePasskeys(): boolean {
  return isOffered() && 'PublicKeyCredential' in window;
}

/** The same in a component: the first render is the server's, which takes it that the browser knows them. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(neverChanges, canUsePasskeys, isOffered);
}

function isOffered(): boolean {
  return appConfig().features.passkeys;
}

function neverChanges(): () => void {
  return () => undefined;
}
