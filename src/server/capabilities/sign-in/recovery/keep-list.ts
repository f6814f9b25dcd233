import type { FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { listAccountWays } from '#server/core/account/identity/list-account-ways.ts';
import { isUnticked } from '#server/core/sign-in/ways/decisions.ts';
import type { FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import type { RecoverySide } from './recovery-side.ts';

/** Ways that go with the things that somebody says were stolen: they stand first in the list. */
const takenWith: Readonly<Record<FreezeReason, readonly WayKind[]>> = {
  unknown: [],
  password: ['password'],
  number: ['phone'],
  phone: ['phone', 'totp', 'passkey'],
  computer: ['password', 'social'],
};

/**
 * Every way that the account has, and those that left it: what was added lately and not shown just now may be an intruder's, and
 * what another root took out may be the owner's. Only a suggestion: who gets in chooses.
 */
export async function keepList(identity: Identity, side: RecoverySide): Promise<RecoveryState['ways']> {
  const first = takenWith[side.incident?.why ?? 'unknown'];
  const all = (await listAccountWays(identity, side.account)).map((view) => ({ ...view, kept: isSuggested(side, view.id) }));
  return [...all.filter(({ family }) => first.includes(family)), ...all.filter(({ family }) => !first.includes(family))];
}

function isSuggested(side: RecoverySide, id: string): boolean {
  const own = side.ways.own.find((way) => way.id === id);
  if (own !== undefined) return isKept(side, own);
  const former = side.formers.find(({ way }) => way.id === id);
  return former !== undefined && (isShown(side, former.way) || isTakenAway(side, former));
}

function isKept({ shown, ways: { now } }: RecoverySide, way: Way): boolean {
  return !isUnticked(way, { shown, now });
}

/** It left by another root, and nothing that is kept stands in its place. */
function isTakenAway(side: RecoverySide, { way }: FormerWay): boolean {
  return way.state === 'taken' && !side.ways.own.some((own) => own.kind === way.kind && isKept(side, own));
}

/** The ways that stay, and those that come back, when somebody gets in and keeps these. */
export interface Kept {
  readonly stays: readonly Way[];
  readonly back: readonly FormerWay[];
}

/**
 * A way that was shown is the account's again. A former phone or email takes the place of the present one where it was shown, or
 * the present one is not kept.
 */
export function keptBy(side: RecoverySide, keep: readonly string[]): Kept {
  const isWanted = (way: Way) => isShown(side, way) || keep.includes(way.id);
  const wanted = side.ways.own.filter(isWanted);
  const isFree = (way: Way) => isShown(side, way) || !wanted.some((own) => own.kind === way.kind);
  const back = side.formers
    .filter(({ way }) => way.kind !== 'password' && isWanted(way) && (!isContact(way) || isFree(way)))
    .filter(({ way }, index, all) => !isContact(way) || all.findIndex((other) => other.way.kind === way.kind) === index);
  const isReplaced = (way: Way) => isContact(way) && back.some((former) => former.way.kind === way.kind);
  return { stays: wanted.filter((way) => !isReplaced(way)), back };
}

export function isContact({ kind }: Pick<Way, 'kind'>): boolean {
  return kind === 'phone' || kind === 'email';
}

function isShown({ shown }: RecoverySide, { id }: Way): boolean {
  return shown.some((way) => way.id === id);
}
