import type { Database } from '#server/core/database/db.ts';
import { purposes, type Purpose, type SealName } from '#server/platform/crypto/purposes.ts';

/** Every existing `table.column`. */
type Column = { [T in keyof Database]: `${T}.${keyof Database[T] & string}` }[keyof Database];

/** The columns that hold data made with the key of each purpose. */
export const keyColumns = {
  'password-hash': ['accounts.password_hash', 'upgrade_tickets.password_hash'],
  outbox: ['outbox.sealed', 'message_copies.sealed', 'notices.sealed'],
  link: ['links.sealed'],
  'pending-identity': ['pending_identities.sealed'],
  'social-grant': ['social_grants.sealed'],
  'legacy-account': ['legacy_accounts.sealed'],
  'legacy-password': ['legacy_accounts.sealed_password'],
  'legacy-merge': ['legacy_merges.sealed'],
  'former-way': ['former_ways.sealed'],
  'former-contact': ['former_ways.was'],
  openid: ['openid_records.sealed'],
  'signal-secret': ['signal_streams.sealed_secret'],
  signal: ['signals.sealed'],
  'app-tester': ['app_testers.typed'],
  trial: ['trials.sealed'],
  'openid-signing': ['keys.sealed_part'],
  'openid-signing-es256': ['keys.sealed_part'],
  'openid-subject': ['keys.sealed_part'],
  'field-encryption': ['keys.sealed_part'],
  'inherited-key': ['keys.sealed_part'],
  'export-key': ['exports.sealed_key'],
  'document-signing': ['keys.sealed_part'],
  'totp-secret': ['totp_secrets.sealed'],
  setting: ['settings.sealed'],
  'rights-message': [
    'rights_messages.sealed',
    'desk_notes.sealed',
    'desk_exceptions.sealed',
    'desk_exceptions.asked_with',
    'desk_exceptions.confirmed_with',
  ],
  'legacy-identifier': [
    'legacy_accounts.phone_hash',
    'legacy_accounts.email_hash',
    'legacy_accounts.username_hash',
    'upgrade_tickets.subject',
  ],
  'legacy-content': ['legacy_accounts.content_hash'],
  'legacy-source': ['legacy_accounts.source_hash'],
  'resting-name': ['resting_names.name_hash'],
  'device-hardware': ['devices.hardware'],
  'recovery-code': ['recovery_codes.mac'],
  'audit row': ['audit.mac'],
  'audit client ip': ['audit.client_ip_mac'],
  'audit rows': ['audit_seals.digest'],
  'audit seal': ['audit_seals.mac'],
  code: ['codes.code_hash'],
  approval: ['approvals.digest'],
  'code-target': ['codes.target_hash', 'failures.key'],
  'proof-target': ['proofs.target_hash', 'account_claims.target_hash'],
  'sign-in-name': ['failures.key'],
  'openid-user-code': ['openid_records.user_code'],
  'stranger-network': ['openid_records.source', 'social_states.source', 'qr_sign_ins.source'],
  'known-network': ['known_networks.network'],
  csrf: [],
  'upgrade-target': [],
  'device-browser': [],
  'follow-scene': [],
  'dpop-nonce': [],
  'age-answer': [],
  'passkey-challenge': [],
  'qr-code': [],
  desk: ['desk_baits.mark'],
  'captcha-challenge': [],
  'captcha-solution': [],
} as const satisfies Readonly<Record<Purpose, readonly Column[]>>;

/** A column with sealed texts. */
export type SealedColumn = (typeof keyColumns)[SealName][number];

function isSeal(purpose: string): purpose is SealName {
  return purpose in purposes && purposes[purpose as Purpose].use === 'seal';
}

/** The purposes of seals with their columns. */
export const sealsByPurpose = Object.entries(keyColumns).flatMap(([purpose, columns]) =>
  isSeal(purpose) ? [[purpose, columns as readonly SealedColumn[]] as const] : [],
);

export const sealedColumns: readonly SealedColumn[] = [...new Set(sealsByPurpose.flatMap(([, columns]) => columns))];
