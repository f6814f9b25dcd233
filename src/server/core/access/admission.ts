import type { Acr, SecondStepReason } from '#contract/vocabulary/second-step.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { ShownWay } from '#server/core/ways/assurance.ts';
import { opensProtected } from '#server/core/ways/second-steps.ts';
import type { TrustedBrowsers } from '#server/core/second-step/trusted-browsers.ts';
import type { Dormancy } from '#server/core/sessions/dormancy.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { kindOf } from '#server/core/ways/way.ts';

const isAdmitted: unique symbol = Symbol('admitted');

/** Permission to begin a session. Only this file makes one, so that no way of signing in goes round the gate. */
export interface Admission {
  readonly account: Account;
  /** What opens the session. */
  readonly shown: readonly ShownWay[];
  readonly [isAdmitted]: true;
}

/** The gate's answer to a sign-in that needs a second step. */
export interface SecondStepDue {
  readonly because: SecondStepReason;
}

/** Where a browser is that another one of the account approved. */
export interface Distance {
  /** Both have one address. */
  readonly sameNetwork: boolean;
  /** The account knows the browser. */
  readonly known: boolean;
}

/** A person who has shown something of an account. */
export interface SignInClaim {
  readonly account: Account;
  /** The ways that were shown, each proven just now, in the order of the steps. */
  readonly shown: readonly ShownWay[];
  readonly visit: Pick<Visit, 'browser'>;
  /** For an approval by another browser, before anything was shown in this one. */
  readonly distance?: Distance;
  /** How strong a sign-in an app asks for. A trusted browser shows nothing, so it is no second step then. */
  readonly asked?: Acr | undefined;
}

/** The one gate that every way of signing in passes. */
export interface SignInGate {
  /**
   * A second step is due on a protected account after one step, unless it was a passkey or the browser is trusted; and
   * after a phone alone, of an account unused for long (ADR 33). A browser that the account does not know never gets in
   * from another network by an approval elsewhere alone, whatever was shown there: its owner may have been talked into it.
   */
  admit(claim: SignInClaim): Promise<Admission | SecondStepDue>;
  /** For an account that the caller's transaction has made. */
  admitNew(account: Account, shown: readonly ShownWay[]): Admission;
  /** For a person who got the account back by two independent ways, or by a claim that nobody stopped. */
  admitRecovered(account: Account, shown: readonly ShownWay[]): Admission;
  /** For the holder of a page ticket that a sign-in gave behind this gate, with what it showed (`core/page-tickets`). */
  admitBySignInTicket(account: Account, shown: readonly ShownWay[]): Admission;
}

export function wasAdmitted(answer: Admission | SecondStepDue): answer is Admission {
  return isAdmitted in answer;
}

export function createSignInGate({
  dormancy,
  trust,
}: {
  readonly dormancy: Dormancy;
  readonly trust: Pick<TrustedBrowsers, 'trusts'>;
}): SignInGate {
  async function dueFor({ account, shown, visit, distance, asked = '1' }: SignInClaim): Promise<SecondStepReason | undefined> {
    if (distance !== undefined && !distance.known && !distance.sameNetwork) return 'far';
    if (account.twoStepAt !== null) {
      if (opensProtected(account, shown, false)) return undefined;
      const isTrusted = asked === '1' && (await trust.trusts(account, visit));
      return opensProtected(account, shown, isTrusted) ? undefined : 'protected';
    }
    const isPhoneAlone = shown.every(({ id }) => kindOf(id) === 'phone');
    return isPhoneAlone && (await dormancy.doubtsPhone(account, visit)) ? 'dormant' : undefined;
  }

  return {
    async admit(claim) {
      const because = await dueFor(claim);
      if (because !== undefined) return { because };
      return { account: claim.account, shown: claim.shown, [isAdmitted]: true };
    },

    admitNew: (account, shown) => ({ account, shown, [isAdmitted]: true }),
    admitRecovered: (account, shown) => ({ account, shown, [isAdmitted]: true }),
    admitBySignInTicket: (account, shown) => ({ account, shown, [isAdmitted]: true }),
  };
}
