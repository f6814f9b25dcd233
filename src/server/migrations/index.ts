import type { Migration } from 'kysely/migration';
import { accounts } from './0001-accounts.ts';
import { rateWindows } from './0002-rate-windows.ts';
import { proofsAndLinks } from './0003-proofs-and-links.ts';
import { avatars } from './0004-avatars.ts';
import { bindings } from './0005-bindings.ts';
import { openid } from './0006-openid.ts';
import { legacy } from './0007-legacy.ts';
import { deletion } from './0008-deletion.ts';
import { codeFailures } from './0009-code-failures.ts';
import { socialGrants } from './0010-binding-grants.ts';
import { deletionAgreement } from './0011-deletion-agreement.ts';
import { auditChain } from './0012-audit-chain.ts';
import { recoveries } from './0013-recoveries.ts';
import { clock } from './0014-clock.ts';
import { erasureEditions } from './0015-erasure-editions.ts';
import { rootKeys } from './0016-root-keys.ts';
import { strangerRows } from './0018-stranger-rows.ts';
import { lanes } from './0020-lanes.ts';
import { withdrawalSignsIn } from './0021-withdrawal-signs-in.ts';
import { passwordGuesses } from './0030-password-guesses.ts';
import { ways } from './0031-ways.ts';
import { appRegistrations } from './0040-app-registrations.ts';
import { profileClaims } from './0041-profile-claims.ts';
import { openidResources } from './0042-openid-resources.ts';
import { signals } from './0043-signals.ts';
import { developer } from './0044-developer.ts';
import { appReviews } from './0045-app-reviews.ts';
import { developerConsents } from './0046-developer-consents.ts';
import { passkeys } from './0050-passkeys.ts';
import { twoStep } from './0052-two-step.ts';
import { claims } from './0054-claims.ts';
import { noticeLinks } from './0055-notice-links.ts';
import { activity } from './0060-activity.ts';
import { incidents } from './0065-incidents.ts';
import { sentMessages } from './0070-sent-messages.ts';
import { checkup } from './0071-checkup.ts';
import { exports } from './0073-exports.ts';
import { agreements } from './0076-agreements.ts';
import { choices } from './0077-choices.ts';
import { qrSignIns } from './0080-qr-sign-ins.ts';
import { signedReceipts } from './0083-signed-receipts.ts';
import { settings } from './0086-settings.ts';
import { staff } from './0090-staff.ts';
import { knownNetworks } from './0097-known-networks.ts';
import { openFreezes } from './0098-open-freezes.ts';
import { rightsRequests } from './0102-rights-requests.ts';
import { termsNotices } from './0103-terms-notices.ts';
import { desktops } from './0112-desktops.ts';
import { desk } from './0116-desk.ts';
import { deskLooks } from './0117-desk-looks.ts';
import { auditChecks } from './0121-audit-checks.ts';
import { staffActs } from './0122-staff-acts.ts';
import { children } from './0127-children.ts';
import { namedWays } from './0133-named-ways.ts';
import { heldSecrets } from './0137-held-secrets.ts';
import { deskActs } from './0138-desk-acts.ts';
import { deskExceptions } from './0139-desk-exceptions.ts';
import { signedApprovals } from './0140-signed-approvals.ts';
import { grown } from './0145-grown.ts';
import { weakPasswords } from './0148-weak-passwords.ts';
import { notices } from './0151-notices.ts';
import { publicationDrafts } from './0156-publication-drafts.ts';
import { askedAges } from './0161-asked-ages.ts';
import { desktopKeys } from './0166-desktop-keys.ts';
import { signedAsking } from './0186-signed-asking.ts';
import { rightsCounters } from './0191-rights-counters.ts';
import { settingSwitches } from './0195-setting-switches.ts';
import { knownSubjects } from './0200-known-subjects.ts';
import { setUpSessions } from './0205-set-up-sessions.ts';
import { liveSessions } from './0206-live-sessions.ts';

/**
 * Every migration ever released, by name. A released one never changes; new ones follow in the order of their names. In
 * SQLite the counters of rate limits have a separate file, which is recreated when its shape changes.
 */
export function migrationsOf(engine: 'sqlite' | 'postgres'): Readonly<Record<string, Migration>> {
  return {
    '0001-accounts': accounts,
    ...(engine === 'postgres' && { '0002-rate-windows': rateWindows }),
    '0003-proofs-and-links': proofsAndLinks,
    '0004-avatars': avatars,
    '0005-bindings': bindings,
    '0006-openid': openid,
    '0007-legacy': legacy,
    '0008-deletion': deletion,
    '0009-code-failures': codeFailures,
    '0010-binding-grants': socialGrants,
    '0011-deletion-agreement': deletionAgreement,
    '0012-audit-chain': auditChain(engine),
    '0013-recoveries': recoveries,
    '0014-clock': clock,
    '0015-erasure-editions': erasureEditions,
    '0016-root-keys': rootKeys,
    '0018-stranger-rows': strangerRows(engine),
    '0020-lanes': lanes,
    '0021-withdrawal-signs-in': withdrawalSignsIn,
    '0030-password-guesses': passwordGuesses,
    '0031-ways': ways,
    '0040-app-registrations': appRegistrations,
    '0041-profile-claims': profileClaims,
    '0042-openid-resources': openidResources,
    '0043-signals': signals,
    '0044-developer': developer,
    '0045-app-reviews': appReviews,
    '0046-developer-consents': developerConsents,
    '0050-passkeys': passkeys,
    '0052-two-step': twoStep,
    '0054-claims': claims,
    '0055-notice-links': noticeLinks(engine),
    '0060-activity': activity,
    '0065-incidents': incidents,
    '0070-sent-messages': sentMessages,
    '0071-checkup': checkup,
    '0073-exports': exports,
    '0076-agreements': agreements(engine),
    '0077-choices': choices,
    '0080-qr-sign-ins': qrSignIns(engine),
    '0083-signed-receipts': signedReceipts,
    '0086-settings': settings,
    '0090-staff': staff,
    '0097-known-networks': knownNetworks,
    '0098-open-freezes': openFreezes,
    '0102-rights-requests': rightsRequests,
    '0103-terms-notices': termsNotices,
    '0112-desktops': desktops,
    '0116-desk': desk,
    '0117-desk-looks': deskLooks,
    '0121-audit-checks': auditChecks,
    '0122-staff-acts': staffActs,
    '0127-children': children,
    '0133-named-ways': namedWays,
    '0137-held-secrets': heldSecrets,
    '0138-desk-acts': deskActs,
    '0139-desk-exceptions': deskExceptions,
    '0140-signed-approvals': signedApprovals,
    '0145-grown': grown,
    '0148-weak-passwords': weakPasswords,
    '0151-notices': notices,
    '0156-publication-drafts': publicationDrafts,
    '0161-asked-ages': askedAges,
    '0166-desktop-keys': desktopKeys,
    '0186-signed-asking': signedAsking,
    '0191-rights-counters': rightsCounters,
    '0195-setting-switches': settingSwitches,
    '0200-known-subjects': knownSubjects,
    '0205-set-up-sessions': setUpSessions,
    '0206-live-sessions': liveSessions,
  };
}
