import type { WayView } from '#contract/sign-in/ways/ways.schemas.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { isThing, nameOfThing } from '#server/core/sign-in/former-things/former-things.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { nameWay } from '#server/core/sign-in/ways/name-way.ts';
import type { KnownWays } from '#server/core/sign-in/ways/independence.ts';
import { standingOf, type Way } from '#server/core/sign-in/ways/way.ts';

/** Every way of an account as its owner sees it: those that stand, then former ones. */
export async function listAccountWays({ ways, formers }: Pick<Identity, 'ways' | 'formers'>, account: Account): Promise<WayView[]> {
  const all = await ways.of(account);
  const former = await formers.of(account);
  return [
    ...all.own.map((way) => ({ id: way.id, ...nameWay(way.id, account), ...restOf(way, all, account), former: null })),
    ...former.map(({ way, value, until }) => ({
      id: way.id,
      family: way.kind,
      label: labelOfFormer(way.kind, value),
      ...restOf({ ...way, ownRootAt: Math.min(way.ownRootAt, until) }, all, account),
      former: { until: iso(until) },
    })),
  ];
}

function labelOfFormer(kind: WayKind, value: string): string {
  if (kind === 'phone') return maskPhone(value);
  if (kind === 'email') return maskEmail(value);
  return isThing(kind) ? nameOfThing(value) : '';
}

function restOf(way: Way, { known, now }: KnownWays, account: Account): Pick<WayView, 'addedAt' | 'rests'> {
  const { root } = standingOf(way, known, now);
  return { addedAt: iso(way.addedAt), rests: root === way.id ? null : { way: nameWay(root, account), until: iso(way.ownRootAt) } };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
