import type { ActivityRow, activityRows } from '#contract/protection/activity/activity.words.ts';
import type { RightsCount } from '#server/core/protection/rights-counters/rights-counts.ts';

/** Events of the desk, which no account sees: apart from the table, which people's pages load. */
export const deskRows = {
  'desk.read': { hidden: 'a part of operator.looked' },
  'desk.searched': { hidden: 'of nobody: nothing was found' },
  'desk.entered': { hidden: 'of a member of staff, who reads it at the desk' },
  'desk.left': { hidden: 'of a member of staff, who reads it at the desk' },
  'desk.refused': { hidden: 'a sign-in, which is shown separately' },
  'desk.exception-asked': { hidden: 'a step of desk.exception' },
  'desk.bait-added': { hidden: 'of an account that belongs to nobody' },
  'audit.exported': { hidden: 'of the trail itself' },
  'desk.alarm': { hidden: 'of staff, not of an account' },
  'publication.drafted': { hidden: 'of staff, not of an account' },
  'publication.approved': { hidden: 'of staff, not of an account' },
  'publication.withdrawn': { hidden: 'of staff, not of an account' },
} as const satisfies Readonly<Record<string, ActivityRow>>;

/**
 * Security events, each with a row that says whether its account sees it. Names are permanent: the trail outlives the code.
 */
export type AuditEvent = keyof typeof activityRows | keyof typeof deskRows;

/** Source of an event. */
export interface Origin {
  readonly clientIp: string;
  readonly requestId: string;
  readonly userAgent: string;
}

/** Characters of a session's id in the trail. */
export const sessionInTrail = 16;

export interface AuditEntry {
  readonly event: AuditEvent;
  readonly accountId: string | null;
  readonly sessionId?: string;
  /** The session that it ended, where that is another one. Not in the trail: apps are told of it. */
  readonly endedSessionId?: string;
  /** The phone or email that it replaced. Not in the trail: apps that may know it are told of it. */
  readonly former?: { readonly kind: 'phone' | 'email'; readonly value: string };
  /** Further counts of the transparency report, beside those of every such event. They are not in the trail. */
  readonly counts?: readonly RightsCount[];
  readonly origin: Pick<Origin, 'clientIp' | 'requestId'> & {
    readonly userAgent?: string;
    /** Hash of the known-browser cookie. */
    readonly browser?: string | undefined;
  };
  /** Never a phone, an email, a code or a password. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}
