/** Days for which an account's activity is kept and shown. */
export const activityDays = 180;

/** Entries of one answer. */
export const activityPage = 30;

/** The filters of the activity page; `other` is shown without a filter alone. */
export const activityGroups = ['signIns', 'waysIn', 'apps', 'refused', 'other'] as const;

export type ActivityGroup = (typeof activityGroups)[number];

/** An event of the audit trail, as its account sees it: in a group, or hidden for a reason. */
export type ActivityRow = { readonly group: ActivityGroup } | { readonly hidden: string };

/**
 * Every event of the audit trail (`core/audit`). The server does not compile while one is missing, and a shown one needs
 * its sentence in each language.
 */
export const activityRows = {
  'account.registered': { group: 'other' },
  'sign-in.password': { group: 'signIns' },
  'sign-in.code': { group: 'signIns' },
  'sign-in.social': { group: 'signIns' },
  'sign-in.passkey': { group: 'signIns' },
  'sign-in.qr': { group: 'signIns' },
  'qr.opened': { hidden: 'a step of sign-in.qr' },
  'qr.approved': { hidden: 'a step of sign-in.qr' },
  'qr.denied': { group: 'refused' },
  'qr.mismatch': { group: 'refused' },
  'qr.reported': { group: 'refused' },
  'sign-in.refused': { hidden: 'counted in sign-in.failures' },
  'sign-in.failures': { group: 'refused' },
  'sign-in.second-step': { group: 'signIns' },
  'sign-in.deleting': { group: 'signIns' },
  'sign-out': { group: 'signIns' },
  'session.locked': { group: 'refused' },
  'session.unbound': { group: 'signIns' },
  'sessions.ended': { group: 'signIns' },
  'verification.given': { group: 'signIns' },
  'password.changed': { group: 'waysIn' },
  'password.set': { group: 'waysIn' },
  'password.reset': { group: 'waysIn' },
  'password.removed': { group: 'waysIn' },
  'recovery.reviewed': { group: 'waysIn' },
  'passkey.added': { group: 'waysIn' },
  'passkey.renamed': { group: 'waysIn' },
  'passkey.removed': { group: 'waysIn' },
  'passkey.suspected': { group: 'refused' },
  'totp.added': { group: 'waysIn' },
  'totp.removed': { group: 'waysIn' },
  'recovery-codes.made': { group: 'waysIn' },
  'recovery-code.used': { group: 'waysIn' },
  'two-step.on': { group: 'waysIn' },
  'two-step.off': { group: 'waysIn' },
  'two-step.changed': { group: 'waysIn' },
  'browser.trusted': { group: 'waysIn' },
  'browser.distrusted': { group: 'waysIn' },
  'recovery.begun': { group: 'waysIn' },
  'recovery.proven': { group: 'waysIn' },
  'recovery.done': { group: 'waysIn' },
  'claim.opened': { group: 'waysIn' },
  'claim.stopped': { group: 'waysIn' },
  'claim.cancelled': { group: 'waysIn' },
  'claim.done': { group: 'waysIn' },
  'claim.lapsed': { group: 'waysIn' },
  'notice.answered': { group: 'waysIn' },
  'avatar.changed': { group: 'other' },
  'profile.changed': { group: 'other' },
  'region.changed': { group: 'other' },
  'language.changed': { group: 'other' },
  'agreement.accepted': { group: 'other' },
  'agreement.later': { group: 'other' },
  'choice.given': { group: 'other' },
  'choice.withdrawn': { group: 'other' },
  'guardian.invited': { group: 'other' },
  'guardian.agreed': { group: 'other' },
  'guardian.refused': { group: 'other' },
  'guardian.looked': { group: 'other' },
  'guardian.exported': { group: 'other' },
  'guardian.withdrawn': { group: 'other' },
  'guardian.ended': { group: 'other' },
  'child.limited': { group: 'other' },
  'child.grown': { group: 'other' },
  'child.chose': { group: 'other' },
  'publication.published': { hidden: 'of the installation, not of an account' },
  'phone.bound': { group: 'waysIn' },
  'phone.changed': { group: 'waysIn' },
  'phone.unbound': { group: 'waysIn' },
  'email.bound': { group: 'waysIn' },
  'email.changed': { group: 'waysIn' },
  'email.unbound': { group: 'waysIn' },
  'address.restored': { group: 'waysIn' },
  'social.bound': { group: 'waysIn' },
  'social.unbound': { group: 'waysIn' },
  'legacy.proven': { hidden: 'a step of legacy.upgraded and legacy.merged, which are shown' },
  'legacy.upgraded': { group: 'other' },
  'legacy.merged': { group: 'other' },
  'legacy.merge-undone': { group: 'other' },
  'legacy.released': { group: 'waysIn' },
  'app.allowed': { group: 'apps' },
  'app.narrowed': { group: 'apps' },
  'app.cancelled': { group: 'apps' },
  'device.allowed': { group: 'apps' },
  'device.denied': { group: 'apps' },
  'device.unbound': { group: 'apps' },
  'desktop.code': { hidden: 'a program used what the person has allowed it, and is in the list' },
  'ticket.created': { group: 'apps' },
  'developer.began': { group: 'apps' },
  'developer.app-created': { group: 'apps' },
  'developer.app-changed': { group: 'apps' },
  'developer.secret-made': { group: 'apps' },
  'developer.secret-removed': { group: 'apps' },
  'developer.secret-confirmed': { group: 'apps' },
  'developer.keys-changed': { group: 'apps' },
  'developer.domain-proven': { group: 'apps' },
  'developer.review-asked': { group: 'apps' },
  'developer.tried': { group: 'apps' },
  'developer.transfer-asked': { group: 'apps' },
  'developer.transfer-done': { group: 'apps' },
  'developer.app-deleted': { group: 'apps' },
  'developer.stream-made': { group: 'apps' },
  'developer.stream-changed': { group: 'apps' },
  'developer.stream-removed': { group: 'apps' },
  'operator.acted': { group: 'apps' },
  'operator.looked': { group: 'other' },
  'approval.asked': { hidden: 'a step of what staff does then, which is shown' },
  'approval.given': { hidden: 'a step of what staff does then, which is shown' },
  'approval.refused': { hidden: 'nothing was done to the account' },
  'settings.enabled': { group: 'other' },
  'settings.disabled': { group: 'other' },
  'settings.erased': { group: 'other' },
  'deletion.verified': { hidden: 'a step of deletion.requested' },
  'deletion.requested': { group: 'other' },
  'deletion.withdrawn': { group: 'other' },
  'export.requested': { group: 'other' },
  'export.ready': { group: 'other' },
  'export.failed': { group: 'other' },
  'export.canceled': { group: 'other' },
  'export.opened': { hidden: 'a step of export.downloaded' },
  'export.downloaded': { group: 'other' },
  'export.expired': { group: 'other' },
  'request.opened': { group: 'other' },
  'request.replied': { group: 'other' },
  'request.asked': { group: 'other' },
  'request.extended': { group: 'other' },
  'request.answered': { group: 'other' },
  'request.withdrawn': { group: 'other' },
  'account.locked': { group: 'other' },
  'account.unlocked': { group: 'other' },
  'account.frozen': { group: 'waysIn' },
  'account.unfrozen': { group: 'waysIn' },
  'way.restored': { group: 'waysIn' },
  'account.purged': { hidden: 'nobody is left to read it' },
  'installation.restored': { hidden: 'of the installation, not of an account' },
  'installation.rekeyed': { hidden: 'of the installation, not of an account' },
} as const satisfies Readonly<Record<string, ActivityRow>>;

type Rows = typeof activityRows;

/** Events with a sentence of their own. */
export type ActivityEvent = { [Event in keyof Rows]: Rows[Event] extends { readonly group: ActivityGroup } ? Event : never }[keyof Rows];

/** The events of a group, or all that are shown. */
export function activityEvents(group?: ActivityGroup): readonly ActivityEvent[] {
  const rows = Object.entries<ActivityRow>(activityRows);
  const shown = rows.filter(([, row]) => 'group' in row && (group === undefined || row.group === group));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the rows with a group
  return shown.map(([event]) => event) as unknown as readonly ActivityEvent[];
}
