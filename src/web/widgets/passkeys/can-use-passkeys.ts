import { appConfig } from '#web/lib/app-config.ts';

/** Whether people can use passkeys here: the installation offers them, and this browser knows them. */
export function canUsePasskeys(): boolean {
  return appConfig().features.passkeys && typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}
