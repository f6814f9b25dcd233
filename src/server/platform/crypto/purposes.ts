import { hour, minute } from '#server/platform/clock.ts';

/**
 * What becomes of the things that were made under a root key when another takes its place (ADR 45).
 * `core/root-keys/key-columns.ts` has their columns.
 */
type Rule =
  /** `keys rekey` opens each and seals it again. */
  | { readonly use: 'seal'; readonly onRotation: 'resealed' }
  /** `keys rekey` makes it anew from what is sealed in the same row. */
  | { readonly use: 'mac'; readonly onRotation: 'remade' }
  /**
   * Cannot be made anew: the key of this purpose outlives its root key, sealed in the database, until nothing needs it
   * any more.
   */
  | { readonly use: 'mac' | 'key'; readonly onRotation: 'inherited' }
  /** Is taken while the root key is configured, and has had its time so soon after the last one was made. */
  | { readonly use: 'mac' | 'key'; readonly onRotation: 'expires'; readonly afterMs: number };

/**
 * Everything that keys are derived for. A purpose that is not here does not compile where it is used, and one that is
 * here says what a rotation of the root key does to it. Names are for ever: they are part of the derivation.
 */
export const purposes = {
  'password-hash': { use: 'seal', onRotation: 'resealed' },
  outbox: { use: 'seal', onRotation: 'resealed' },
  link: { use: 'seal', onRotation: 'resealed' },
  'pending-identity': { use: 'seal', onRotation: 'resealed' },
  'binding-grant': { use: 'seal', onRotation: 'resealed' },
  'legacy-account': { use: 'seal', onRotation: 'resealed' },
  'legacy-password': { use: 'seal', onRotation: 'resealed' },
  'legacy-merge': { use: 'seal', onRotation: 'resealed' },
  /** Followed by a colon and the model of the provider. */
  openid: { use: 'seal', onRotation: 'resealed' },
  'openid-client-secret': { use: 'seal', onRotation: 'resealed' },
  'openid-signing': { use: 'seal', onRotation: 'resealed' },
  'field-encryption': { use: 'seal', onRotation: 'resealed' },
  'inherited-key': { use: 'seal', onRotation: 'resealed' },

  'legacy-identifier': {
    use: 'mac',
    onRotation: 'remade',
  },
  /** Of a row that contacts were taken from it is of no use any more, and stays as it was. */
  'legacy-content': { use: 'mac', onRotation: 'remade' },
  /** Made anew while the record is there; what is left of an upgraded account is its number's hash alone. */
  'legacy-source': { use: 'mac', onRotation: 'inherited' },
  'resting-name': { use: 'mac', onRotation: 'inherited' },
  'device-hardware': { use: 'mac', onRotation: 'inherited' },
  'audit row': { use: 'mac', onRotation: 'inherited' },
  'audit address': { use: 'mac', onRotation: 'inherited' },
  'audit rows': { use: 'mac', onRotation: 'inherited' },
  'audit seal': { use: 'mac', onRotation: 'inherited' },
  /** Of hashes that were made before seals took the pepper's place. */
  'password-pepper': { use: 'key', onRotation: 'inherited' },
  'password-pepper-id': { use: 'mac', onRotation: 'inherited' },

  code: { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  /** Budgets of a day are kept by it too: without the key they begin anew. */
  'code-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  'proof-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  'sign-in-name': { use: 'mac', onRotation: 'expires', afterMs: 15 * minute },
  'openid-user-code': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  /** Rows of strangers are gone by then; until then those under the former key count for nobody's network. */
  'stranger-network': { use: 'mac', onRotation: 'expires', afterMs: 25 * minute },
  /** In a cookie; a page whose token is refused asks for another by itself. */
  csrf: { use: 'mac', onRotation: 'expires', afterMs: 0 },
  /** In the answers of an upgrade, for as long as its tickets. */
  'upgrade-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  /** In the list that a page shows: reloading it helps. */
  'device-browser': { use: 'mac', onRotation: 'expires', afterMs: hour },
  /** In a QR code of WeChat, which lives for half an hour. */
  'follow-scene': { use: 'mac', onRotation: 'expires', afterMs: 35 * minute },
  'captcha-challenge': { use: 'key', onRotation: 'expires', afterMs: 5 * minute },
  'captcha-solution': { use: 'key', onRotation: 'expires', afterMs: 5 * minute },
} as const satisfies Readonly<Record<string, Rule>>;

type Purposes = typeof purposes;
type Used<Use extends Rule['use']> = { [P in keyof Purposes]: Purposes[P]['use'] extends Use ? P : never }[keyof Purposes];
type Ruled<On extends Rule['onRotation']> = { [P in keyof Purposes]: Purposes[P]['onRotation'] extends On ? P : never }[keyof Purposes];

export type Purpose = keyof Purposes;
/** Of the seals: what the names of purposes begin with. */
export type SealName = Used<'seal'>;
export type KeyPurpose = Used<'key'>;
export type MacPurpose = Used<'mac'>;
export type SealPurpose = Exclude<SealName, 'openid'> | `openid:${string}`;
export type InheritedPurpose = Ruled<'inherited'>;

function isInherited(entry: readonly [string, Rule]): entry is [InheritedPurpose, Rule] {
  return entry[1].onRotation === 'inherited';
}

const all = Object.entries<Rule>(purposes);

export const inheritedPurposes: readonly InheritedPurpose[] = all.filter(isInherited).map(([purpose]) => purpose);

/** After so long nothing is used any more that expires. */
export const longestExpiryMs = Math.max(...all.map(([, rule]) => (rule.onRotation === 'expires' ? rule.afterMs : 0)));
