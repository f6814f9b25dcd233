import { deskAlarmsEndpoints } from '#contract/operations/desk/calls/alarms.ts';
import { deskAlarmsSchemas } from '#contract/operations/desk/calls/alarms.schemas.ts';
import { listDeskAlarms } from '#server/core/operations/desk/desk-alarms.repository.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { actAtDesk } from './desk-act.ts';
import { atDesk } from '../person/desk-person.routes.ts';
import type { PersonDeps } from '../session/at-desk.ts';

/** Alarms of one answer. */
const most = 100;

export function deskAlarmsRoutes(deps: Pick<PersonDeps, 'store' | 'journal'>): BoundCalls {
  return implementDesk(deskAlarmsEndpoints, deskAlarmsSchemas, {
    async deskAlarms(call) {
      const read = { act: 'alarms.read', reason: '', caseRef: '' } as const;
      const rows = await actAtDesk(deps, atDesk(call), read, () => listDeskAlarms(deps.store.db, most));
      return { items: rows.map(({ case_ref: caseRef, ...row }) => ({ ...row, caseRef })) };
    },
  });
}
