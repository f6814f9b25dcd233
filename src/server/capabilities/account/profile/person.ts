import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';

/** A signed-in person and the origin of their request. */
export interface Person {
  readonly session: Session;
  readonly visit: Pick<Visit, 'clientIp' | 'requestId' | 'langChosen'>;
}
