import type { Session } from '#server/core/sessions/sessions.ts';
import { kindOf } from '#server/core/ways/way.ts';

/** The kind of way that opened a session; '' for a session of an earlier version. */
export function wayOf({ assurance }: Session): string {
  const [first] = assurance.ways;
  return first === undefined ? '' : kindOf(first);
}
