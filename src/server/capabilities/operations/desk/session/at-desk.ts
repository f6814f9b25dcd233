import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { DeskSession } from '#server/core/operations/desk/desk-session.ts';
import type { DeskOrigin } from './desk-sessions.ts';
import type { AlarmDeps } from '../acts/raise-alarm.ts';

export interface PersonDeps extends AlarmDeps {
  readonly apps: Pick<Apps, 'clients' | 'consents'>;
  readonly casePattern: RegExp;
}

/** A member in their session, and the request. */
export interface AtDesk {
  readonly session: DeskSession;
  readonly origin: DeskOrigin;
}
