import type { Source } from '#server/platform/crypto/fair-queue.ts';
import { networksOf } from './client-ip.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';

/**
 * The source that costly work counts for, so that one crowd does not delay others (ADR 42): a visitor counts with their
 * networks, the largest first. A /48 of IPv6 gets the turns of one source; networks inside it take turns among
 * themselves.
 */
export function networkSource({ clientIp }: { readonly clientIp: string }): Source {
  return {
    kind: 'network',
    ids: networksOf(clientIp)
      .map(({ name }) => name)
      .toReversed(),
  };
}

/** The source of a signed-in person, or of a browser that the account knows: separate from crowds of strangers. */
export function accountSource(accountId: string): Source {
  return { kind: 'account', ids: [accountId] };
}

/** The source of a call's own work, before its handler knows more. */
export function sourceOf(call: { readonly session: SignedIn | undefined; readonly clientIp: string }): Source {
  return call.session === undefined ? networkSource(call) : accountSource(call.session.accountId);
}
