import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { OwnApp, OwnApps } from './own-apps.repository.ts';

/** Whether people see the mark: the domain is proven, and a reviewer has seen it. */
export function isVerified({ domain, reviewedDomain }: Pick<OwnApp, 'domain' | 'reviewedDomain'>): boolean {
  return (domain.state === 'proven' || domain.state === 'gone') && domain.name !== '' && domain.name === reviewedDomain;
}

/**
 * The owner of an app that has changed hands since a person allowed it: the domain of a verified publisher, or '' for
 * another one. Null where it has not. Never a name that somebody typed.
 */
export async function movedSince(
  own: Pick<OwnApps, 'find'>,
  { id, movedAt }: Pick<OpenidClient, 'id' | 'movedAt'>,
  since: number,
): Promise<{ domain: string } | null> {
  if (movedAt === null || movedAt < since) return null;
  const app = await own.find(id);
  return { domain: app !== undefined && isVerified(app) ? app.domain.name : '' };
}
