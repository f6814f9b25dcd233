import type { SensitiveAction } from '#contract/acts/acts.ts';
import type { PasskeyPurpose, PasskeyRequestOptions } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import { proofCeremony } from '#server/core/sign-in/evidence/prove-identity.ts';
import { formerPasskeys } from '#server/core/sign-in/former-things/former-things.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { onWayBack } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import { freezeCeremony, ticketCeremony } from '#server/core/sign-in/passkeys/ceremony.ts';
import type { Begun } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { signInCeremony } from './sign-in-by-passkey.ts';

export interface BeginPasskeyDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
}

export interface BeginPasskeyInput {
  readonly purpose: Exclude<PasskeyPurpose, 'settings' | 'upgrade'>;
  readonly ticket: string | undefined;
  readonly action: SensitiveAction | undefined;
  readonly target: string | undefined;
}

const ticketPurposes = { second: ['signIn'], recover: onWayBack } as const;

/**
 * Options for a use of a passkey. Leaves nothing behind.
 * @throws {Refusal} unauthorized for a proof without a session, tokenError for a ticket that opens no step here
 */
export async function beginPasskey(
  { identity, evidence: { links, passkeys, signInTickets } }: BeginPasskeyDeps,
  { visit, session }: { readonly visit: Visit; readonly session: Session | undefined },
  { purpose, ticket, action, target }: BeginPasskeyInput,
): Promise<Begun<PasskeyRequestOptions>> {
  switch (purpose) {
    case 'signIn':
      return passkeys.beginAssertion(signInCeremony(visit));
    case 'freeze':
      return passkeys.beginAssertion(freezeCeremony(visit));
    case 'proof': {
      if (session === undefined) throw new Refusal('unauthorized', { reason: 'no session' });
      return passkeys.beginAssertion(proofCeremony({ visit, session }, { action, target }), session.account);
    }
    case 'second':
    case 'recover':
    case 'notice': {
      const accountId = purpose === 'notice' ? await toldBy(links, ticket ?? '') : await givenBy(purpose);
      const account = await identity.accounts.findLive(accountId);
      if (account === undefined) throw new Refusal('tokenError', { reason: 'no such account' });
      const formers = purpose === 'recover' ? formerPasskeys(await identity.formers.of(account)) : [];
      return passkeys.beginAssertion(ticketCeremony(visit, { purpose, accountId, ticket: ticket ?? '' }), account, formers);
    }
  }

  async function givenBy(step: keyof typeof ticketPurposes): Promise<string> {
    return (await signInTickets.find(visit, ticket ?? '', ...ticketPurposes[step])).accountId;
  }
}

/** The account of the link of a notice. */
async function toldBy(links: Evidence['links'], token: string): Promise<string> {
  const link = await links.find('notice', token);
  if (!link) throw new Refusal('tokenError', { reason: 'no live notice' });
  return link.accountId;
}
