/** Things that a thief takes as a whole, with every way that lies on them. */
export const carriers = ['phone', 'computer', 'key', 'paper'] as const;

export type Carrier = (typeof carriers)[number];

interface WayRow {
  /** 1 is often open on a shared screen; 2 is possession or knowledge; 3 is both. */
  readonly strength: 1 | 2 | 3;
  /** Where it usually lies. */
  readonly carriers: readonly Carrier[];
  /** Whether it is enough to open a protected account after three days; the others wait for a week. */
  readonly opensClaims: boolean;
}

/** Kinds of ways. A kind is a family: two ways of one family count as one. */
export const wayRows = {
  passkey: { strength: 3, carriers: ['phone'], opensClaims: true },
  totp: { strength: 2, carriers: ['phone'], opensClaims: true },
  recoveryCode: { strength: 2, carriers: ['paper'], opensClaims: true },
  password: { strength: 2, carriers: ['computer'], opensClaims: false },
  phone: { strength: 2, carriers: ['phone'], opensClaims: true },
  email: { strength: 1, carriers: ['computer', 'phone'], opensClaims: true },
  social: { strength: 1, carriers: ['computer'], opensClaims: false },
} as const satisfies Readonly<Record<string, WayRow>>;

export type WayKind = keyof typeof wayRows;

/** 0 for what proves nothing. */
export type Strength = WayRow['strength'] | 0;
