import type { Origin } from '#server/core/audit/audit.ts';
import type { Session } from '#server/core/sessions/sessions.ts';

/** A signed-in person and the origin of their request. */
export interface Person {
  readonly session: Session;
  readonly visit: Pick<Origin, 'clientIp' | 'requestId'>;
}
