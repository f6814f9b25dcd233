import type { ClientState } from '#server/core/apps/clients/clients.table.ts';
import type { AppTesters } from './app-testers.repository.ts';

export interface UsedApp {
  readonly id: string;
  readonly state: ClientState;
  readonly ownerId: string | null;
  /** When it first went live, in milliseconds. */
  readonly liveAt: number | null;
}

/** Where it stands who has allowed an app. */
interface KnownConsents {
  find(of: { readonly accountId: string; readonly clientId: string }): Promise<object | undefined>;
}

/**
 * Why an account may not sign in to an app: it is tested, or it is not there any more. Undefined where it may. An app that
 * was live, and whose new owner is on the way there, stays open to those who have allowed it.
 */
export async function whyNot(
  { testers, consents }: { readonly testers: AppTesters; readonly consents: KnownConsents },
  app: UsedApp,
  accountId: string,
): Promise<'test' | 'suspended' | undefined> {
  const { id, state, ownerId, liveAt } = app;
  if (state === 'live') return undefined;
  if (state === 'suspended' || state === 'deleted') return 'suspended';
  if (ownerId === accountId || (await testers.isTester({ clientId: id, accountId }))) return undefined;
  return liveAt !== null && (await consents.find({ accountId, clientId: id })) !== undefined ? undefined : 'test';
}
