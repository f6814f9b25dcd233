import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Recorded } from '#server/core/protection/audit/audit.ts';
import type { Devices } from './devices.repository.ts';

/**
 * Apps and devices as the account that uses them sees them: their names, consents and ends. `Apps` fits. Sign-in,
 * protection and the account's own pages know nothing else of apps.
 */
export interface UsedApps {
  readonly clients: {
    find(clientId: string): Promise<{ readonly name: InEveryLanguage } | undefined>;
    /** Secrets of the account's own apps: those made since a moment end in a week, unless their owner confirms them. */
    readonly secrets: { holdNew(of: { readonly ownerId: string; readonly since: number; readonly at: number }): Promise<void> };
  };
  readonly consents: {
    /** Newest first. Times are milliseconds. */
    list(
      accountId: string,
    ): Promise<readonly { readonly clientId: string; readonly scopes: readonly string[]; readonly lastUsedAt: number }[]>;
    /** Removes a consent with all its codes, tokens and grants, in the caller's transaction. */
    remove(of: { readonly accountId: string; readonly clientId: string }): Promise<void>;
    /** Removes all consents of an account whose apps were notified of the event, and returns their number. */
    removeAll(told: Recorded): Promise<number>;
  };
  readonly devices: Devices;
  readonly records: { removeOfDevice(deviceId: string): Promise<void> };
}
