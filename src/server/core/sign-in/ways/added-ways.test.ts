// @one-database
import { describe, expect, it } from 'vitest';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { day } from '#server/platform/clock.ts';
import { mayAct, mayEnter, mayStop } from './decisions.ts';
import { lacksRoot, opensProtected, stepsAfter, type SoFar, type StepAccount } from './second-steps.ts';
import type { Way } from './way.ts';

/**
 * Every way X adds or resets every way Y: for 45 days Y beside X opens no door, step, stop or act that X does not open without Y. The
 * account has one more way of another root, which nobody shows.
 */

const now = 1000 * day;
const kinds = Object.keys(wayRows) as readonly WayKind[];

function way(kind: WayKind, changes: Partial<Way> = {}): Way {
  const { carriers } = wayRows[kind];
  return { id: `${kind}:x`, kind, state: 'current', carriers, addedAt: 0, vouchedBy: null, ownRootAt: 0, isSuspect: false, ...changes };
}

interface Case {
  readonly x: WayKind;
  readonly y: WayKind;
  readonly other: WayKind;
}

const cases: readonly Case[] = kinds.flatMap((x) =>
  kinds.flatMap((y) => kinds.flatMap((other) => (new Set([x, y, other]).size === 3 ? [{ x, y, other }] : []))),
);

/** What can be asked of ways that were shown. */
interface Asked {
  readonly sign: (...shown: readonly Way[]) => SoFar;
  readonly X: Way;
  readonly Y: Way;
}

function caseOf(
  { x, y, other }: Case,
  { isProtected, vouches = true }: { readonly isProtected: boolean; readonly vouches?: boolean },
): Asked {
  const X = way(x);
  const added = { id: `${y}:y`, addedAt: now - 10 * day, ownRootAt: now + 35 * day } as const;
  const Y = way(y, { ...added, vouchedBy: vouches ? X.id : null });
  const own = [X, Y, way(other)];
  const has = (kind: WayKind) => own.some((each) => each.kind === kind);
  const passkey = own.find(({ kind }) => kind === 'passkey');
  const account: StepAccount = {
    phone: has('phone') ? '13800138000' : null,
    emailShown: has('email') ? 'a@example.com' : null,
    messageMethods: ['phone', 'email'],
    passkeys: passkey === undefined ? [] : [{ id: passkey.id, addedAt: passkey.addedAt, carriers: ['phone'], proves: true }],
    totpApps: has('totp') ? [{ id: 'x', addedAt: 0 }] : [],
    recoveryCodes: { left: has('recoveryCode') ? 10 : 0, madeAt: 0 },
    twoStepAt: isProtected ? now - 50 * day : null,
  };
  const known = new Map(own.map((each) => [each.id, each] as const));
  return { sign: (...shown) => ({ account, ways: { own, known, now }, shown }), X, Y };
}

/** Everything that ways open which were shown together. */
function openedBy({ account, ways, shown }: SoFar) {
  const all = shown.flatMap(({ id }) => ways.known.get(id) ?? []);
  const evidence = { ...ways, shown: all, possible: ways.own };
  return {
    door: mayEnter({ ...evidence, isClosed: true }),
    protectedSignIn: opensProtected({ account, ways, shown }, { isTrusted: false, isApproved: false }),
    riskySignIn: !lacksRoot({ account: { ...account, twoStepAt: null }, ways, shown }),
    act: mayAct({ strength: 3, onProtected: 'two' }, { ...evidence, isProtected: true }),
    stopsTwo: mayStop(2, evidence),
  };
}

describe.each([true, false])('what a way adds (to a protected account: %s)', (isProtected) => {
  it.each(cases)('$x adds $y beside $other: together they open what $x opens', (each) => {
    const { sign, X, Y } = caseOf(each, { isProtected });
    for (const shown of [
      [X, Y],
      [Y, X],
    ]) {
      expect(openedBy(sign(...shown))).toEqual(openedBy(sign(X)));
    }
  });

  it.each(cases)('$x adds $y beside $other: it is no step after $x', (each) => {
    const { sign, X } = caseOf(each, { isProtected });
    const because = isProtected ? 'protected' : 'risky';
    const methods: readonly string[] = stepsAfter(sign(X), because).map(({ method }) => method);
    expect(methods).not.toContain(each.y === 'recoveryCode' ? 'recovery' : each.y);
  });

  it('would open more if it stood for itself at once', () => {
    const more = cases.filter((each) => {
      const { sign, X, Y } = caseOf(each, { isProtected, vouches: false });
      return JSON.stringify(openedBy(sign(X, Y))) !== JSON.stringify(openedBy(sign(X)));
    });
    expect(more.length).toBeGreaterThan(cases.length / 2);
  });
});
