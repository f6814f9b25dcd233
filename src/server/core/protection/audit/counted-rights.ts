import type { RightsCount } from '#server/core/protection/rights-counters/rights-counts.ts';
import type { AuditEntry, AuditEvent } from './audit-entry.ts';

/** Events of the trail that mean one count, wherever they happen. */
const counted: Readonly<Partial<Record<AuditEvent, RightsCount>>> = {
  'export.requested': 'copies.asked',
  'export.ready': 'copies.ready',
  'export.failed': 'copies.failed',
  'deletion.withdrawn': 'deletions.withdrawn',
  'agreement.accepted': 'terms.accepted',
  'agreement.later': 'terms.later',
  'child.grown': 'children.grown',
  'request.extended': 'requests.extended',
  'request.withdrawn': 'requests.withdrawn',
  'account.locked': 'staff.locks',
};

/** Counts of an event in the transparency report. */
export function countsOf(
  { event, accountId, counts = [] }: Pick<AuditEntry, 'event' | 'accountId' | 'counts'>,
  { isFirstForAuthority }: { readonly isFirstForAuthority: boolean },
): readonly RightsCount[] {
  const names = [...counts];
  const one = counted[event];
  if (one !== undefined) names.push(one);
  // A look at the trail itself is at nobody.
  if (event.startsWith('operator.looked') && accountId !== null) names.push('staff.looks');
  if (isFirstForAuthority) names.push('staff.authorities');
  return names;
}
