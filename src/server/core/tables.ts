import { unprovenContacts } from '#server/core/account/unproven/unproven-contacts.table.ts';
import { accounts } from '#server/core/account/accounts/accounts.table.ts';
import { identifiers } from '#server/core/account/accounts/identifiers.table.ts';
import { knownNetworks } from '#server/core/protection/risk/known-networks.table.ts';
import { knownBrowsers } from '#server/core/sign-in/known-browsers/known-browsers.table.ts';
import { passwordGuesses } from '#server/core/sign-in/password/password-guesses.table.ts';
import { reservedIdentifiers } from '#server/core/account/identifiers/reserved-identifiers.table.ts';
import { restingNames } from '#server/core/account/identifiers/resting-names.table.ts';
import { passkeys } from '#server/core/sign-in/passkeys/passkeys.table.ts';
import { userHandles } from '#server/core/sign-in/passkeys/user-handles.table.ts';
import { settings } from '#server/core/apps/settings/settings.table.ts';
import { settingsState } from '#server/core/apps/settings/settings-state.table.ts';
import { qrSignIns } from '#server/core/sign-in/qr/qr-sign-ins.table.ts';
import { waysMeta } from '#server/core/sign-in/ways/ways-meta.table.ts';
import { formerChoices } from '#server/core/account/former-choices/former-choices.table.ts';
import { formerWays } from '#server/core/sign-in/ways/former-ways.table.ts';
import { incidents } from '#server/core/protection/incidents/incidents.table.ts';
import { accountClaims } from '#server/core/protection/claims/account-claims.table.ts';
import { recoveryNumbers } from '#server/core/protection/claims/recovery-numbers.table.ts';
import { recoveryCodes } from '#server/core/sign-in/two-step/recovery-codes.table.ts';
import { totpSecrets } from '#server/core/sign-in/two-step/totp-secrets.table.ts';
import { sessions } from '#server/core/sign-in/sessions/sessions.table.ts';
import { codes } from '#server/core/sign-in/codes/codes.table.ts';
import { choices } from '#server/core/account/agreements/choices.table.ts';
import { consentLedger } from '#server/core/account/agreements/consent-ledger.table.ts';
import { holds } from '#server/core/account/holds/holds.table.ts';
import { documents } from '#server/core/account/agreements/documents.table.ts';
import { publicationDrafts } from '#server/core/account/agreements/drafts.table.ts';
import { publications } from '#server/core/account/agreements/publications.table.ts';
import { termsNotices } from '#server/core/account/agreements/terms-notices.table.ts';
import { ageGates } from '#server/core/account/age/age-gates.table.ts';
import { guardianships } from '#server/core/rights/family/guardianships.table.ts';
import { developerConsents } from '#server/core/account/agreements/developer-consents.table.ts';
import { activity } from '#server/core/protection/activity/activity.table.ts';
import { checkupRests } from '#server/core/protection/checkup/checkup-rests.table.ts';
import { messageCopies } from '#server/core/protection/messages/message-copies.table.ts';
import { sentMessages } from '#server/core/protection/messages/sent-messages.table.ts';
import { notices } from '#server/core/protection/notices/notices.table.ts';
import { noticeSettings } from '#server/core/protection/notices/notice-settings.table.ts';
import { audit } from '#server/core/protection/audit/audit.table.ts';
import { auditChecks } from '#server/core/protection/audit/audit-checks.table.ts';
import { auditSeals } from '#server/core/protection/audit/audit-seals.table.ts';
import { proofs } from '#server/core/sign-in/identity-proof/proofs.table.ts';
import { links } from '#server/core/sign-in/links/links.table.ts';
import { uploads } from '#server/core/account/avatar/uploads.table.ts';
import { deletions } from '#server/core/account/deletion/deletions.table.ts';
import { erasureReceipts } from '#server/core/account/deletion/erasure-receipts.table.ts';
import { exports } from '#server/core/rights/exports/exports.table.ts';
import { rightsMessages } from '#server/core/rights/requests/rights-messages.table.ts';
import { rightsRequests } from '#server/core/rights/requests/rights-requests.table.ts';
import { pageTickets } from '#server/core/sign-in/page-tickets/page-tickets.table.ts';
import { socialAccounts } from '#server/core/account/social-accounts/social-accounts.table.ts';
import { socialSubjects } from '#server/core/account/social-accounts/social-subjects.table.ts';
import { socialGrants } from '#server/core/account/social-accounts/social-grants.table.ts';
import { socialStates } from '#server/core/account/social-accounts/social-states.table.ts';
import { pendingIdentities } from '#server/core/account/social-accounts/pending-identities.table.ts';
import { appVersions } from '#server/core/apps/developer/app-versions.table.ts';
import { appTesters } from '#server/core/apps/developer/app-testers.table.ts';
import { appTransfers } from '#server/core/apps/developer/app-transfers.table.ts';
import { appFailures } from '#server/core/apps/developer/app-failures.table.ts';
import { appUsage } from '#server/core/apps/developer/app-usage.table.ts';
import { trials } from '#server/core/apps/developer/trials.table.ts';
import { appSecrets } from '#server/core/apps/app-secrets/app-secrets.table.ts';
import { openidClients } from '#server/core/apps/clients/clients.table.ts';
import { openidConsents } from '#server/core/apps/openid/consents.table.ts';
import { openidRecords } from '#server/core/apps/openid/records.table.ts';
import { devices } from '#server/core/protection/devices/devices.table.ts';
import { openidResources } from '#server/core/apps/clients/resources.table.ts';
import { signalExcluded } from '#server/core/apps/signals/signal-excluded.table.ts';
import { signalStreams } from '#server/core/apps/signals/signal-streams.table.ts';
import { signals } from '#server/core/apps/signals/signals.table.ts';
import { deskAlarmRows } from '#server/core/operations/desk/desk-alarms.table.ts';
import { deskLooks } from '#server/core/operations/desk/desk-looks.table.ts';
import { deskSessions } from '#server/core/operations/desk/desk-sessions.table.ts';
import { approvals } from '#server/core/operations/staff/approvals.table.ts';
import { deskBaits } from '#server/core/operations/desk/desk-baits.table.ts';
import { deskExceptions } from '#server/core/operations/desk/desk-exceptions.table.ts';
import { deskNotes } from '#server/core/operations/desk/desk-notes.table.ts';
import { deskLeases } from '#server/core/operations/desk/desk-leases.table.ts';
import { staffActRows } from '#server/core/operations/staff/staff-acts.table.ts';
import { staff } from '#server/core/operations/staff/staff.table.ts';
import { rightsCounters } from '#server/core/protection/rights-counters/rights-counters.table.ts';
import { legacyAccounts } from '#server/core/account/legacy/legacy-accounts.table.ts';
import { legacyMerges } from '#server/core/account/legacy/legacy-merges.table.ts';
import { upgradeTickets } from '#server/core/account/legacy/upgrade-tickets.table.ts';
import { legacyImports } from '#server/core/account/legacy/legacy-imports.table.ts';
import { legacyRefusals } from '#server/core/account/legacy/legacy-refusals.table.ts';
import { rootKeys } from '#server/core/operations/keys/root-keys.table.ts';
import type { Database } from '#server/core/database/db.ts';
import type { SchemaOf } from '#server/platform/db/tables/table.ts';
import { platformTables } from '#server/platform/tables.ts';

/** Every table of the product, in the order of an erasure: referring tables first. */
export const tables = [
  ...platformTables,
  rootKeys,
  accounts,
  identifiers,
  knownBrowsers,
  knownNetworks,
  passwordGuesses,
  waysMeta,
  formerWays,
  formerChoices,
  accountClaims,
  recoveryNumbers,
  incidents,
  totpSecrets,
  recoveryCodes,
  passkeys,
  userHandles,
  qrSignIns,
  settings,
  settingsState,
  reservedIdentifiers,
  restingNames,
  sessions,
  codes,
  consentLedger,
  choices,
  documents,
  publicationDrafts,
  publications,
  termsNotices,
  ageGates,
  guardianships,
  developerConsents,
  activity,
  messageCopies,
  sentMessages,
  notices,
  noticeSettings,
  checkupRests,
  audit,
  staffActRows,
  auditSeals,
  auditChecks,
  approvals,
  deskLeases,
  deskLooks,
  deskNotes,
  deskExceptions,
  deskBaits,
  deskSessions,
  deskAlarmRows,
  staff,
  rightsCounters,
  proofs,
  links,
  uploads,
  holds,
  deletions,
  rightsMessages,
  rightsRequests,
  erasureReceipts,
  exports,
  pageTickets,
  socialAccounts,
  socialSubjects,
  socialGrants,
  socialStates,
  pendingIdentities,
  appSecrets,
  appVersions,
  appTesters,
  appTransfers,
  appFailures,
  appUsage,
  trials,
  openidClients,
  openidConsents,
  openidRecords,
  devices,
  openidResources,
  signals,
  signalExcluded,
  signalStreams,
  legacyAccounts,
  legacyMerges,
  upgradeTickets,
  legacyImports,
  legacyRefusals,
  unprovenContacts,
] as const;

type Same<A, B> = [A, B] extends [B, A] ? true : never;
// A table that is declared and not listed, or listed under another name, does not compile.
void (true satisfies Same<Database, SchemaOf<typeof tables>>);
