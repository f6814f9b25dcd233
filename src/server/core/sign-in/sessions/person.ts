import type { Session } from './sessions.ts';
import type { Visit } from './visit.ts';

/** A signed-in person and their browser. */
export interface Person {
  readonly session: Session;
  readonly visit: Visit;
}
