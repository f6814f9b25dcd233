import { hour, minute } from '#server/platform/clock.ts';

export type Column = `${string}.${string}`;

/**
 * What becomes of the things that were made under a root key when another takes its place (ADR 45), and in which
 * columns they lie.
 */
type Rule =
  /** `keys rekey` opens each and seals it again. */
  | { readonly use: 'seal'; readonly onRotation: 'resealed'; readonly in: readonly Column[] }
  /** `keys rekey` makes it anew from what is sealed in the same row. */
  | { readonly use: 'mac'; readonly onRotation: 'remade'; readonly in: readonly Column[] }
  /**
   * Cannot be made anew: the key of this purpose outlives its root key, sealed in the database, until nothing needs it
   * any more.
   */
  | { readonly use: 'mac' | 'key'; readonly onRotation: 'inherited'; readonly in: readonly Column[] }
  /** Is taken while the root key is configured, and has had its time so soon after the last one was made. */
  | { readonly use: 'mac' | 'key'; readonly onRotation: 'expires'; readonly afterMs: number; readonly in: readonly Column[] };

/**
 * Everything that keys are derived for. A purpose that is not here does not compile where it is used, and one that is
 * here says what a rotation of the root key does to it. Names are for ever: they are part of the derivation.
 */
export const purposes = {
  'password-hash': { use: 'seal', onRotation: 'resealed', in: ['accounts.password_hash', 'upgrade_tickets.password_hash'] },
  outbox: { use: 'seal', onRotation: 'resealed', in: ['outbox.sealed'] },
  link: { use: 'seal', onRotation: 'resealed', in: ['links.sealed'] },
  'pending-identity': { use: 'seal', onRotation: 'resealed', in: ['pending_identities.sealed'] },
  'binding-grant': { use: 'seal', onRotation: 'resealed', in: ['binding_grants.sealed'] },
  'legacy-account': { use: 'seal', onRotation: 'resealed', in: ['legacy_accounts.sealed'] },
  'legacy-password': { use: 'seal', onRotation: 'resealed', in: ['legacy_accounts.sealed_password'] },
  'legacy-merge': { use: 'seal', onRotation: 'resealed', in: ['legacy_merges.sealed'] },
  /** Followed by a colon and the model of the provider. */
  openid: { use: 'seal', onRotation: 'resealed', in: ['openid_records.sealed'] },
  'openid-client-secret': { use: 'seal', onRotation: 'resealed', in: ['openid_clients.sealed_secret'] },
  'openid-signing': { use: 'seal', onRotation: 'resealed', in: ['keys.sealed_part'] },
  'field-encryption': { use: 'seal', onRotation: 'resealed', in: ['keys.sealed_part'] },
  'inherited-key': { use: 'seal', onRotation: 'resealed', in: ['keys.sealed_part'] },

  'legacy-identifier': {
    use: 'mac',
    onRotation: 'remade',
    in: ['legacy_accounts.phone_hash', 'legacy_accounts.email_hash', 'legacy_accounts.username_hash', 'upgrade_tickets.subject'],
  },
  /** Of a row that contacts were taken from it is of no use any more, and stays as it was. */
  'legacy-content': { use: 'mac', onRotation: 'remade', in: ['legacy_accounts.content_hash'] },
  /** Made anew while the record is there; what is left of an upgraded account is its number's hash alone. */
  'legacy-source': { use: 'mac', onRotation: 'inherited', in: ['legacy_accounts.source_hash'] },
  'resting-name': { use: 'mac', onRotation: 'inherited', in: ['resting_names.name_hash'] },
  'device-hardware': { use: 'mac', onRotation: 'inherited', in: ['devices.hardware'] },
  'audit row': { use: 'mac', onRotation: 'inherited', in: ['audit.mac'] },
  'audit address': { use: 'mac', onRotation: 'inherited', in: ['audit.address_mac'] },
  'audit rows': { use: 'mac', onRotation: 'inherited', in: ['audit_seals.digest'] },
  'audit seal': { use: 'mac', onRotation: 'inherited', in: ['audit_seals.mac'] },
  /** Of hashes that were made before seals took the pepper's place. */
  'password-pepper': { use: 'key', onRotation: 'inherited', in: ['accounts.password_hash', 'upgrade_tickets.password_hash'] },
  'password-pepper-id': { use: 'mac', onRotation: 'inherited', in: ['accounts.password_hash', 'upgrade_tickets.password_hash'] },

  code: { use: 'mac', onRotation: 'expires', afterMs: 10 * minute, in: ['codes.code_hash'] },
  /** Budgets of a day are kept by it too: without the key they begin anew. */
  'code-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute, in: ['codes.target_hash', 'failures.key'] },
  'proof-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute, in: ['proofs.target_hash'] },
  'sign-in-name': { use: 'mac', onRotation: 'expires', afterMs: 15 * minute, in: ['failures.key'] },
  'openid-user-code': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute, in: ['openid_records.user_code'] },
  /** Rows of strangers are gone by then; until then those under the former key count for nobody's network. */
  'stranger-network': { use: 'mac', onRotation: 'expires', afterMs: 25 * minute, in: ['openid_records.source', 'social_states.source'] },
  /** In a cookie; a page whose token is refused asks for another by itself. */
  csrf: { use: 'mac', onRotation: 'expires', afterMs: 0, in: [] },
  /** In the answers of an upgrade, for as long as its tickets. */
  'upgrade-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute, in: [] },
  /** In the list that a page shows: reloading it helps. */
  'device-browser': { use: 'mac', onRotation: 'expires', afterMs: hour, in: [] },
  /** In a QR code of WeChat, which lives for half an hour. */
  'follow-scene': { use: 'mac', onRotation: 'expires', afterMs: 35 * minute, in: [] },
  'captcha-challenge': { use: 'key', onRotation: 'expires', afterMs: 5 * minute, in: [] },
  'captcha-solution': { use: 'key', onRotation: 'expires', afterMs: 5 * minute, in: [] },
} as const satisfies Readonly<Record<string, Rule>>;

type Purposes = typeof purposes;
type Used<Use extends Rule['use']> = { [P in keyof Purposes]: Purposes[P]['use'] extends Use ? P : never }[keyof Purposes];
type Ruled<On extends Rule['onRotation']> = { [P in keyof Purposes]: Purposes[P]['onRotation'] extends On ? P : never }[keyof Purposes];

export type KeyPurpose = Used<'key'>;
export type MacPurpose = Used<'mac'>;
export type SealPurpose = Exclude<Used<'seal'>, 'openid'> | `openid:${string}`;
export type InheritedPurpose = Ruled<'inherited'>;

/** A column that holds sealed texts. */
export type SealedColumn = Purposes[Used<'seal'>]['in'][number];

function isInherited(entry: readonly [string, Rule]): entry is [InheritedPurpose, Rule] {
  return entry[1].onRotation === 'inherited';
}

const all = Object.entries<Rule>(purposes);

export const inheritedPurposes: readonly InheritedPurpose[] = all.filter(isInherited).map(([purpose]) => purpose);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- those of the seals, as the type says
export const sealedColumns = [
  ...new Set(all.flatMap(([, rule]) => (rule.use === 'seal' ? rule.in : []))),
] as readonly unknown[] as readonly SealedColumn[];

/** After so long nothing is used any more that expires. */
export const longestExpiryMs = Math.max(...all.map(([, rule]) => (rule.onRotation === 'expires' ? rule.afterMs : 0)));
