import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { implementFor } from '#server/platform/http/implement.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';

/** A member of staff in a session of the desk. Times are in milliseconds. */
export interface DeskSession extends SignedIn {
  /** The name by which staff and trail know the member. */
  readonly member: string;
  readonly role: StaffRole;
  /** When the member last proved to be it. */
  readonly proofAt: number;
  readonly until: number;
  readonly idleUntil: number;
}

/** Binds calls of the desk to handlers with sessions of members. */
export const implementDesk = implementFor<DeskSession>();
