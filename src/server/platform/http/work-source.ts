import type { Source } from '#server/platform/crypto/fair-queue.ts';
import { networksOf } from './client-ip.ts';
import type { SignedIn } from './session-port.ts';

/**
 * Whom costly work is done for, so that nobody waits behind somebody else's crowd (ADR 35): a visitor counts with their networks, the largest
 * first. One who has a /48 of IPv6 has the turns of one; beside them in it their neighbors have turns of their own.
 */
export function networkSource({ clientIp }: { readonly clientIp: string }): Source {
  return {
    kind: 'network',
    ids: networksOf(clientIp)
      .map(({ name }) => name)
      .toReversed(),
  };
}

/** The same for somebody signed in, and for a browser that has signed in to the account before: a crowd of strangers is no part of it. */
export function accountSource(accountId: string): Source {
  return { kind: 'account', ids: [accountId] };
}

/** Whom a call's own work is done for, before its handler knows more. */
export function sourceOf(call: { readonly session: SignedIn | undefined; readonly clientIp: string }): Source {
  return call.session === undefined ? networkSource(call) : accountSource(call.session.accountId);
}
