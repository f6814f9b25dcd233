import type { ClientState } from '#server/core/apps/clients/clients.table.ts';
import type { AppTesters } from './app-testers.repository.ts';

export interface UsedApp {
  readonly id: string;
  readonly state: ClientState;
  readonly ownerId: string | null;
}

/** Why an account may not sign in to an app: it is tested, or it is not there any more. Undefined where it may. */
export async function whyNot(testers: AppTesters, app: UsedApp, accountId: string): Promise<'test' | 'suspended' | undefined> {
  const { id, state, ownerId } = app;
  if (state === 'live') return undefined;
  if (state === 'suspended' || state === 'deleted') return 'suspended';
  if (ownerId === accountId || (await testers.isTester({ clientId: id, accountId }))) return undefined;
  return 'test';
}
