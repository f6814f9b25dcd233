import type { Source } from '#server/platform/crypto/fair-queue.ts';
import { networkOf } from './address.ts';
import type { SignedIn } from './session-port.ts';

/** Whom costly work is done for, so that nobody waits behind somebody else's crowd (ADR 35): a visitor counts with their network. */
export function networkSource({ address }: { readonly address: string }): Source {
  return { kind: 'network', id: networkOf(address) };
}

/** The same for somebody signed in, and for a browser that has signed in to the account before: a crowd of strangers is no part of it. */
export function accountSource(accountId: string): Source {
  return { kind: 'account', id: accountId };
}

/** Whom a call's own work is done for, before its handler knows more. */
export function sourceOf(call: { readonly session: SignedIn | undefined; readonly address: string }): Source {
  return call.session === undefined ? networkSource(call) : accountSource(call.session.accountId);
}
