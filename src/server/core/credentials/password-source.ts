import type { Source } from '#server/platform/crypto/fair-queue.ts';
import { networkOf } from '#server/platform/http/address.ts';

/** Whom a password is hashed for, so that nobody waits behind somebody else's crowd (ADR 35): a visitor counts with their network. */
export function networkSource({ address }: { readonly address: string }): Source {
  return { kind: 'network', id: networkOf(address) };
}

/** The same for somebody signed in, and for a browser that has signed in to the account before: a crowd of strangers is no part of it. */
export function accountSource(accountId: string): Source {
  return { kind: 'account', id: accountId };
}
