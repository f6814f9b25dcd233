import type { Session } from '#server/core/sessions/sessions.ts';
import { second } from '#server/platform/clock.ts';

/** What apps learn of a sign-in: how sure it is, by which means (RFC 8176), and when, in seconds. */
export interface Assurance {
  readonly acr: string;
  readonly amr?: string[];
  readonly loginTs: number;
}

export function assuranceOf({ startedAt }: Pick<Session, 'startedAt'>): Assurance {
  return { acr: '1', loginTs: Math.floor(startedAt / second) };
}
