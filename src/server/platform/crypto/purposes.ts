import { day, hour, minute } from '#server/platform/clock.ts';

/** Effect of a rotation on values made under a root key (ADR 45). `core/database/key-columns.ts` lists their columns. */
type Rule =
  /** `keys rekey` opens and seals each again. */
  | { readonly use: 'seal'; readonly onRotation: 'resealed' }
  /** `keys rekey` recomputes it from sealed values in the same row. */
  | { readonly use: 'mac'; readonly onRotation: 'remade' }
  /**
   * Cannot be recomputed: the key of this purpose outlives its root key, sealed in the database, until nothing needs
   * it.
   */
  | { readonly use: 'mac' | 'key'; readonly onRotation: 'inherited' }
  /** Accepted while the root key is configured; expires this long after the last one was made. */
  | { readonly use: 'mac' | 'key'; readonly onRotation: 'expires'; readonly afterMs: number };

/**
 * All purposes of derived keys. A purpose that is not listed does not compile where it is used, and every listed one
 * declares the effect of a rotation of the root key. Names never change: they are part of the derivation.
 */
export const purposes = {
  'password-hash': { use: 'seal', onRotation: 'resealed' },
  outbox: { use: 'seal', onRotation: 'resealed' },
  link: { use: 'seal', onRotation: 'resealed' },
  'pending-identity': { use: 'seal', onRotation: 'resealed' },
  'social-grant': { use: 'seal', onRotation: 'resealed' },
  'legacy-account': { use: 'seal', onRotation: 'resealed' },
  'legacy-password': { use: 'seal', onRotation: 'resealed' },
  'legacy-merge': { use: 'seal', onRotation: 'resealed' },
  'former-way': { use: 'seal', onRotation: 'resealed' },
  /** Followed by a colon and the model of the provider. */
  openid: { use: 'seal', onRotation: 'resealed' },
  'openid-signing-es256': { use: 'seal', onRotation: 'resealed' },
  'signal-secret': { use: 'seal', onRotation: 'resealed' },
  signal: { use: 'seal', onRotation: 'resealed' },
  'app-tester': { use: 'seal', onRotation: 'resealed' },
  trial: { use: 'seal', onRotation: 'resealed' },
  'openid-signing': { use: 'seal', onRotation: 'resealed' },
  'openid-subject': { use: 'seal', onRotation: 'resealed' },
  'field-encryption': { use: 'seal', onRotation: 'resealed' },
  'inherited-key': { use: 'seal', onRotation: 'resealed' },
  'export-key': { use: 'seal', onRotation: 'resealed' },
  'document-signing': { use: 'seal', onRotation: 'resealed' },
  'totp-secret': { use: 'seal', onRotation: 'resealed' },
  setting: { use: 'seal', onRotation: 'resealed' },
  'rights-message': { use: 'seal', onRotation: 'resealed' },

  'legacy-identifier': {
    use: 'mac',
    onRotation: 'remade',
  },
  /** Useless in a row whose contacts were taken, where it stays unchanged. */
  'legacy-content': { use: 'mac', onRotation: 'remade' },
  /** Recomputed while the record exists; an upgraded account leaves only the hash of its number. */
  'legacy-source': { use: 'mac', onRotation: 'inherited' },
  'resting-name': { use: 'mac', onRotation: 'inherited' },
  'former-contact': { use: 'mac', onRotation: 'inherited' },
  'device-hardware': { use: 'mac', onRotation: 'inherited' },
  'recovery-code': { use: 'mac', onRotation: 'inherited' },
  'audit row': { use: 'mac', onRotation: 'inherited' },
  'audit client ip': { use: 'mac', onRotation: 'inherited' },
  'audit rows': { use: 'mac', onRotation: 'inherited' },
  'audit seal': { use: 'mac', onRotation: 'inherited' },

  code: { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  /** Daily budgets use it too: without the key they restart. */
  'code-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  'proof-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  'sign-in-name': { use: 'mac', onRotation: 'expires', afterMs: 15 * minute },
  'openid-user-code': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  /** Rows of strangers are gone by then; until then, rows under the former key count for no network. */
  'stranger-network': { use: 'mac', onRotation: 'expires', afterMs: 50 * minute },
  /** A network that is named under an ended key is a new one once more. */
  'known-network': { use: 'mac', onRotation: 'expires', afterMs: day },
  /** In a cookie; a page whose token is refused automatically requests another one. */
  csrf: { use: 'mac', onRotation: 'expires', afterMs: 0 },
  /** In the answers of an upgrade, for the life of its tickets. */
  'upgrade-target': { use: 'mac', onRotation: 'expires', afterMs: 10 * minute },
  /** In the device list of a page: reloading it helps. */
  'device-browser': { use: 'mac', onRotation: 'expires', afterMs: hour },
  /** In a QR code of WeChat, which is valid for half an hour. */
  'follow-scene': { use: 'mac', onRotation: 'expires', afterMs: 35 * minute },
  /** In proofs of possession, which are made again with the next one. */
  'dpop-nonce': { use: 'key', onRotation: 'expires', afterMs: 5 * minute },
  /** In the cookie that keeps a browser's first answer about an age. */
  'age-answer': { use: 'mac', onRotation: 'expires', afterMs: day },
  'passkey-challenge': { use: 'mac', onRotation: 'expires', afterMs: 5 * minute },
  /** In codes that phones scan, and in the secrets of the pages that show them. */
  'qr-code': { use: 'mac', onRotation: 'expires', afterMs: 45 * minute },
  /** Mark of an act that waits for a second member of staff: without the key it is asked for again. */
  approval: { use: 'mac', onRotation: 'expires', afterMs: hour },
  /** The secret of the desk's own client, and cookies on the way into the desk. */
  desk: { use: 'mac', onRotation: 'expires', afterMs: 15 * minute },
  'captcha-challenge': { use: 'key', onRotation: 'expires', afterMs: 5 * minute },
  'captcha-solution': { use: 'key', onRotation: 'expires', afterMs: 5 * minute },
} as const satisfies Readonly<Record<string, Rule>>;

type Purposes = typeof purposes;
type Used<Use extends Rule['use']> = { [P in keyof Purposes]: Purposes[P]['use'] extends Use ? P : never }[keyof Purposes];
type Ruled<On extends Rule['onRotation']> = { [P in keyof Purposes]: Purposes[P]['onRotation'] extends On ? P : never }[keyof Purposes];

export type Purpose = keyof Purposes;
/** Purposes of seals: the prefixes of purpose names. */
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

/** The time after which all expiring values have expired. */
export const longestExpiryMs = Math.max(...all.map(([, rule]) => (rule.onRotation === 'expires' ? rule.afterMs : 0)));
