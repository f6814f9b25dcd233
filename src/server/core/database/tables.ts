import { accounts } from '#server/core/accounts/accounts.table.ts';
import { identifiers } from '#server/core/accounts/identifiers.table.ts';
import { knownNetworks } from '#server/core/risk/known-networks.table.ts';
import { knownBrowsers } from '#server/core/accounts/known-browsers.table.ts';
import { passwordGuesses } from '#server/core/credentials/password-guesses.table.ts';
import { reservedIdentifiers } from '#server/core/accounts/reserved-identifiers.table.ts';
import { restingNames } from '#server/core/accounts/resting-names.table.ts';
import { passkeys } from '#server/core/passkeys/passkeys.table.ts';
import { userHandles } from '#server/core/passkeys/user-handles.table.ts';
import { settings } from '#server/core/settings/settings.table.ts';
import { settingsState } from '#server/core/settings/settings-state.table.ts';
import { qrSignIns } from '#server/core/qr/qr-sign-ins.table.ts';
import { waysMeta } from '#server/core/ways/ways-meta.table.ts';
import { formerWays } from '#server/core/ways/former-ways.table.ts';
import { incidents } from '#server/core/incidents/incidents.table.ts';
import { accountClaims } from '#server/core/claims/account-claims.table.ts';
import { recoveryNumbers } from '#server/core/claims/recovery-numbers.table.ts';
import { recoveryCodes } from '#server/core/second-step/recovery-codes.table.ts';
import { totpSecrets } from '#server/core/second-step/totp-secrets.table.ts';
import { sessions } from '#server/core/sessions/sessions.table.ts';
import { codes } from '#server/core/codes/codes.table.ts';
import { choices } from '#server/core/agreements/choices.table.ts';
import { consentLedger } from '#server/core/agreements/consent-ledger.table.ts';
import { consents } from '#server/core/agreements/consents.table.ts';
import { documents } from '#server/core/agreements/documents.table.ts';
import { publicationDrafts } from '#server/core/agreements/drafts.table.ts';
import { publications } from '#server/core/agreements/publications.table.ts';
import { termsNotices } from '#server/core/agreements/terms-notices.table.ts';
import { ageGates } from '#server/core/children/age-gates.table.ts';
import { guardianships } from '#server/core/children/guardianships.table.ts';
import { developerConsents } from '#server/core/agreements/developer-consents.table.ts';
import { activity } from '#server/core/activity/activity.table.ts';
import { checkupRests } from '#server/core/checkup/checkup-rests.table.ts';
import { messageCopies } from '#server/core/messages/message-copies.table.ts';
import { sentMessages } from '#server/core/messages/sent-messages.table.ts';
import { notices } from '#server/core/notices/notices.table.ts';
import { noticeSettings } from '#server/core/notices/notice-settings.table.ts';
import { audit } from '#server/core/audit/audit.table.ts';
import { auditChecks } from '#server/core/audit/audit-checks.table.ts';
import { auditSeals } from '#server/core/audit/audit-seals.table.ts';
import { proofs } from '#server/core/identity-proof/proofs.table.ts';
import { links } from '#server/core/links/links.table.ts';
import { uploads } from '#server/core/avatar/uploads.table.ts';
import { deletions } from '#server/core/deletion/deletions.table.ts';
import { erasureReceipts } from '#server/core/deletion/erasure-receipts.table.ts';
import { exports } from '#server/core/exports/exports.table.ts';
import { rightsMessages } from '#server/core/rights-requests/rights-messages.table.ts';
import { rightsRequests } from '#server/core/rights-requests/rights-requests.table.ts';
import { pageTickets } from '#server/core/page-tickets/page-tickets.table.ts';
import { bindings } from '#server/core/social-accounts/social-accounts.table.ts';
import { bindingSubjects } from '#server/core/social-accounts/social-subjects.table.ts';
import { socialGrants } from '#server/core/social-accounts/social-grants.table.ts';
import { socialStates } from '#server/core/social-accounts/social-states.table.ts';
import { pendingIdentities } from '#server/core/social-accounts/pending-identities.table.ts';
import { appVersions } from '#server/core/openid/own-apps/app-versions.table.ts';
import { appTesters } from '#server/core/openid/own-apps/app-testers.table.ts';
import { appTransfers } from '#server/core/openid/own-apps/app-transfers.table.ts';
import { appFailures } from '#server/core/openid/own-apps/app-failures.table.ts';
import { appUsage } from '#server/core/openid/own-apps/app-usage.table.ts';
import { tryRuns } from '#server/core/openid/own-apps/try-runs.table.ts';
import { appSecrets } from '#server/core/openid/app-secrets.table.ts';
import { openidClients } from '#server/core/openid/clients.table.ts';
import { openidConsents } from '#server/core/openid/consents.table.ts';
import { openidRecords } from '#server/core/openid/records.table.ts';
import { devices } from '#server/core/openid/devices.table.ts';
import { openidResources } from '#server/core/openid/resources.table.ts';
import { signalExcluded } from '#server/core/signals/signal-excluded.table.ts';
import { signalStreams } from '#server/core/signals/signal-streams.table.ts';
import { signals } from '#server/core/signals/signals.table.ts';
import { deskAlarmRows } from '#server/core/operation/desk-alarms.table.ts';
import { deskLooks } from '#server/core/operation/desk-looks.table.ts';
import { deskSessions } from '#server/core/operation/desk-sessions.table.ts';
import { approvals } from '#server/core/operation/approvals.table.ts';
import { deskBaits } from '#server/core/operation/desk-baits.table.ts';
import { deskExceptions } from '#server/core/operation/desk-exceptions.table.ts';
import { deskNotes } from '#server/core/operation/desk-notes.table.ts';
import { deskLeases } from '#server/core/operation/desk-leases.table.ts';
import { staffActRows } from '#server/core/operation/staff-acts.table.ts';
import { staff } from '#server/core/operation/staff.table.ts';
import { figures } from '#server/core/figures/figures.table.ts';
import { rightsCounters } from '#server/core/rights-counters/rights-counters.table.ts';
import { instanceReports } from '#server/core/instances/instance-reports.table.ts';
import { legacyAccounts } from '#server/core/legacy/legacy-accounts.table.ts';
import { legacyMerges } from '#server/core/legacy/legacy-merges.table.ts';
import { upgradeTickets } from '#server/core/legacy/upgrade-tickets.table.ts';
import { legacyImports } from '#server/core/legacy/legacy-imports.table.ts';
import { legacyRefusals } from '#server/core/legacy/legacy-refusals.table.ts';
import { rootKeys } from '#server/core/root-keys/root-keys.table.ts';
import type { Database } from '#server/core/database.ts';
import type { SchemaOf } from '#server/platform/db/table.ts';
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
  consents,
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
  figures,
  rightsCounters,
  instanceReports,
  proofs,
  links,
  uploads,
  deletions,
  rightsMessages,
  rightsRequests,
  erasureReceipts,
  exports,
  pageTickets,
  bindings,
  bindingSubjects,
  socialGrants,
  socialStates,
  pendingIdentities,
  appSecrets,
  appVersions,
  appTesters,
  appTransfers,
  appFailures,
  appUsage,
  tryRuns,
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
] as const;

type Same<A, B> = [A, B] extends [B, A] ? true : never;
// A table that is declared and not listed, or listed under another name, does not compile.
void (true satisfies Same<Database, SchemaOf<typeof tables>>);
