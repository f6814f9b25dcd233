import type { FigureName } from '#contract/vocabulary/figures.ts';
import type { AuditEvent } from '#server/core/audit/audit.ts';
import type { Figures } from './figures.ts';

/** The events of the trail that are counted for the operator. */
const countedEvents: Readonly<Partial<Record<AuditEvent, FigureName>>> = {
  'account.registered': 'signUps',
  'sign-in.password': 'signInsByPassword',
  'sign-in.code': 'signInsByCode',
  'sign-in.social': 'signInsBySocial',
  'sign-in.passkey': 'signInsByPasskey',
  'sign-in.qr': 'signInsByQr',
  'sign-in.refused': 'signInsRefused',
  'deletion.requested': 'deletionsRequested',
  'account.purged': 'accountsErased',
};

/** Counts what the trail hears. */
export function countsEvents(figures: Pick<Figures, 'count'>): (event: AuditEvent) => void {
  return (event) => {
    const name = countedEvents[event];
    if (name !== undefined) figures.count(name);
  };
}
