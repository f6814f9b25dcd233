import type { Account } from '#server/core/accounts/account.ts';
import type { OwnKind } from '#server/core/ways/ways.ts';
import type { Dormancy } from '#server/core/sessions/dormancy.ts';
import type { Visit } from '#server/core/sessions/visit.ts';

const isAdmitted: unique symbol = Symbol('admitted');

/** Permission to begin a session. Only this file makes one, so that no way of signing in goes round the gate. */
export interface Admission {
  readonly account: Account;
  readonly [isAdmitted]: true;
}

/** A person who has shown something of an account. */
export interface SignInClaim {
  readonly account: Account;
  /** The kinds of ways that were shown, each proven just now. */
  readonly shown: readonly OwnKind[];
  readonly visit: Pick<Visit, 'browser'>;
}

/** The one gate that every way of signing in passes. */
export interface SignInGate {
  /** Undefined when a second step is due: a phone alone, of an account unused for long (ADR 33). */
  admit(claim: SignInClaim): Promise<Admission | undefined>;
  /** For an account that the caller's transaction has made. */
  admitNew(account: Account): Admission;
  /** For the holder of a page ticket that a sign-in gave behind this gate (`core/page-tickets`). */
  admitBySignInTicket(account: Account): Admission;
}

export function createSignInGate({ dormancy }: { readonly dormancy: Dormancy }): SignInGate {
  return {
    async admit({ account, shown, visit }) {
      const isPhoneAlone = shown.every((kind) => kind === 'phone');
      if (isPhoneAlone && (await dormancy.doubtsPhone(account, visit))) return undefined;
      return { account, [isAdmitted]: true };
    },

    admitNew: (account) => ({ account, [isAdmitted]: true }),
    admitBySignInTicket: (account) => ({ account, [isAdmitted]: true }),
  };
}
