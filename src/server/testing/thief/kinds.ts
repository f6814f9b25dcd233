import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Method } from './hand.ts';

/** Things that a thief takes: one for thirty days. A session is an open one, on a laptop that fills in the password. */
export const thefts = ['password', 'phone', 'email', 'social', 'session', 'passkey', 'recovery'] as const;

/** A laptop has a session, and fills in the password and the mailbox's: one carrier, for controls. */
export type Theft = (typeof thefts)[number] | 'laptop';

/** Ways that an owner may have. */
export type OwnWay = Method | 'social';

/** Ways of the owner beside it: two of these, and a third one with a phone or an email. */
const pairs = (['password', 'phone', 'email', 'passkey', 'totp', 'recovery'] as const).flatMap((one, index, all) =>
  all.slice(index + 1).map((other) => [one, other] as const),
);

/** How often the owner looks. */
export type Look = 'never' | 'every week' | 'every two days';

export interface LifeKind {
  readonly theft: Theft;
  readonly ways: readonly OwnWay[];
  readonly isProtected: boolean;
}

/** Seven thefts, fifteen pairs, protected or not. */
export const lifeKinds: readonly LifeKind[] = thefts.flatMap((theft) =>
  pairs.flatMap((pair) => [true, false].map((isProtected): LifeKind => ({ theft, ways: waysOf(theft, pair), isProtected }))),
);

function waysOf(theft: (typeof thefts)[number], pair: readonly OwnWay[]): readonly OwnWay[] {
  const ways = new Set<OwnWay>([theft === 'session' ? 'password' : theft, ...pair]);
  const hasContact = () => ['phone', 'email'].some((contact) => contact !== theft && ways.has(contact as OwnWay));
  if (!hasContact()) ways.add(theft === 'phone' ? 'email' : 'phone');
  for (const more of ['password', 'phone', 'recovery'] as const) if (ways.size < 3) ways.add(more);
  return [...ways];
}

/** The ways that are stolen: a session has its password. */
export function stolenOf(theft: Theft): readonly OwnWay[] {
  if (theft === 'laptop') return ['password', 'email'];
  return [theft === 'session' ? 'password' : theft];
}

const wayKinds: Readonly<Record<OwnWay, WayKind>> = {
  password: 'password',
  phone: 'phone',
  email: 'email',
  passkey: 'passkey',
  totp: 'totp',
  recovery: 'recoveryCode',
  social: 'social',
};

/** A synced passkey that was made on a computer lies on it too. */
const carriersOf = (way: OwnWay): readonly string[] => (way === 'passkey' ? ['phone', 'computer'] : wayRows[wayKinds[way]].carriers);

/** Whether two of these are of different families and lie on different devices: earlier ways are their own roots. */
export function areIndependent(ways: readonly OwnWay[]): boolean {
  const recovering = ways.filter((way) => way !== 'social');
  return recovering.some((one) =>
    recovering.some((other) => one !== other && !carriersOf(one).some((carrier) => carriersOf(other).includes(carrier))),
  );
}

/** Numbers from a seed, the same on every machine (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.trunc((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
