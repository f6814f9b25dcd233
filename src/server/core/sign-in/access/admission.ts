import type { Acr, SecondStepReason } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { RiskSignal } from '#contract/protection/activity/risk.words.ts';
import type { Risk } from '#server/core/protection/risk/assess.ts';
import { calm, type Risks } from '#server/core/protection/risk/risks.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { lacksRoot, opensProtected } from '#server/core/sign-in/ways/second-steps.ts';
import type { Ways } from '#server/core/sign-in/ways/ways.ts';
import type { TrustedBrowsers } from '#server/core/sign-in/two-step/trusted-browsers.ts';
import type { Dormancy } from '#server/core/sign-in/sessions/dormancy.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { kindOf } from '#server/core/sign-in/ways/way.ts';

const isAdmitted: unique symbol = Symbol('admitted');

/** Permission to begin a session. Only this file makes one, so that no way of signing in goes round the gate. */
export interface Admission {
  readonly account: Account;
  /** Ways that open the session. */
  readonly shown: readonly ShownWay[];
  readonly risk: Risk;
  /** Whether another browser approved it. */
  readonly isApproved: boolean;
  readonly [isAdmitted]: true;
}

/** The gate's answer to a sign-in that needs a second step. */
export interface SecondStepDue {
  readonly because: SecondStepReason;
  /** Unusual signals of a risky sign-in. */
  readonly signals: readonly RiskSignal[];
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
  readonly visit: Pick<Visit, 'browser' | 'clientIp' | 'country'>;
  /** For an approval by another browser, before anything was shown in this one. */
  readonly distance?: Distance;
  /** The same, once a second step was shown in this one. */
  readonly isApproved?: boolean;
  /** How strong a sign-in an app asks for. A trusted browser shows nothing, so it is no second step then. */
  readonly asked?: Acr | undefined;
  /** Wrong passwords before the right one. */
  readonly wrongPasswords?: number;
  /** Whether its person sets a new password, or has just set it. */
  readonly isRecovery?: boolean;
}

/** The one gate that every way of signing in passes. */
export interface SignInGate {
  /**
   * A second step is due on a protected account after one step, unless it was a passkey or the browser is trusted; and
   * after only a phone, of an account unused for long (ADR 69). A browser that the account does not know never gets in
   * from another network by only an approval elsewhere, whatever was shown there: its owner may have been talked into it.
   * A risky sign-in of an ordinary account takes a second root where the account has one (ADR 68 and 215).
   */
  admit(claim: SignInClaim): Promise<Admission | SecondStepDue>;
  /** For an account that the caller's transaction has made. */
  admitNew(account: Account, shown: readonly ShownWay[]): Admission;
  /** For a person who got the account back by two independent ways, or by a claim that nobody stopped. */
  admitRecovered(account: Account, shown: readonly ShownWay[]): Admission;
}

export function wasAdmitted(answer: Admission | SecondStepDue): answer is Admission {
  return isAdmitted in answer;
}

export function createSignInGate({
  dormancy,
  trust,
  risks,
  stepUp,
  ways,
}: {
  readonly dormancy: Dormancy;
  readonly risks: Pick<Risks, 'of'>;
  /** Whether risky sign-ins take a second step. */
  readonly stepUp: boolean;
  readonly trust: Pick<TrustedBrowsers, 'trusts'>;
  readonly ways: Pick<Ways, 'of'>;
}): SignInGate {
  async function dueFor(
    { account, shown, visit, distance, isApproved = distance !== undefined, asked = '1' }: SignInClaim,
    risk: Risk,
  ): Promise<SecondStepReason | undefined> {
    if (distance !== undefined && !distance.known && !distance.sameNetwork) return 'far';
    if (account.twoStepAt !== null) {
      const isTrusted = asked === '1' && (await trust.trusts(account, visit));
      const so = { account, shown, ways: await ways.of(account) };
      return opensProtected(so, { isTrusted, isApproved }) ? undefined : 'protected';
    }
    if (isApproved) return undefined;
    const isPhoneAlone = shown.every(({ id }) => kindOf(id) === 'phone');
    if (isPhoneAlone && (await dormancy.doubtsPhone(account, visit))) return 'dormant';
    if (!stepUp || risk.level !== 'risky') return undefined;
    return lacksRoot({ account, shown, ways: await ways.of(account) }) ? 'risky' : undefined;
  }

  return {
    async admit(claim) {
      const { account, shown, visit, distance, isApproved = distance !== undefined, wrongPasswords = 0, isRecovery } = claim;
      // A recovery is no sign against itself.
      const past = isRecovery === true ? { ...account, recovery: null } : account;
      const risk = await risks.of({ account: past, by: shown[0]?.id, visit, wrongPasswords });
      const because = await dueFor(claim, risk);
      if (because !== undefined) return { because, signals: because === 'risky' ? risk.because : [] };
      return { account, shown, risk, isApproved, [isAdmitted]: true };
    },

    admitNew: (account, shown) => ({ account, shown, risk: calm, isApproved: false, [isAdmitted]: true }),
    admitRecovered: (account, shown) => ({ account, shown, risk: calm, isApproved: false, [isAdmitted]: true }),
  };
}
