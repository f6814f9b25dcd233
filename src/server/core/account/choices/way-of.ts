import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { kindOf } from '#server/core/sign-in/ways/way.ts';

/** The kind of way that opened a session; '' where none is known. */
export function wayOf({ assurance }: Session): string {
  const [first] = assurance.ways;
  return first === undefined ? '' : kindOf(first);
}
