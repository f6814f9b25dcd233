import { hash } from 'node:crypto';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AtDesk } from './at-desk.ts';

export interface CeremonyDeps {
  readonly store: Pick<Store, 'clock'>;
  readonly identity: Pick<Identity, 'accounts' | 'ways'>;
  readonly evidence: {
    readonly passkeys: Pick<Evidence['passkeys'], 'checkSigned' | 'noteSigned' | 'of'>;
    readonly stepCodes: Pick<Evidence['stepCodes'], 'check'>;
  };
  readonly deskUrl: string;
}

/** Proof of a member: a passkey that has signed the text, or a code of their authenticator app. */
export interface Shown {
  readonly credential?: PasskeyAssertion | undefined;
  readonly code?: string | undefined;
}

/** A right ceremony. */
export interface Signed {
  /** Record of the proof, as JSON with the text. */
  readonly kept: string;
  /** Spends it, in the transaction of the signed act. */
  readonly note: () => Promise<unknown>;
}

/** Leads and auditors have a passkey, otherwise their role is on hold. */
const needsPasskey = (role: StaffRole): boolean => role === 'lead' || role === 'auditor';

/** A key that stands for another way could have been added only with it: it signs a week later. */
const restsMs = 7 * day;

/** @throws {Refusal} passkeyRefused for a passkey of the last seven days that one way added */
async function refuseNew({ store, identity }: CeremonyDeps, accountId: string, id: WayId): Promise<void> {
  const account = await readAccount(identity, accountId);
  const way = (await identity.ways.of(account)).own.find((each) => each.id === id);
  const now = store.clock.now();
  if (way === undefined || (way.vouchedBy !== null && now < Math.min(way.ownRootAt, way.addedAt + restsMs)))
    throw new Refusal('passkeyRefused', { reason: 'the passkey is new' });
}

/** The method by which a member signs: a passkey if they have or need one, otherwise a code. */
export async function signsBy({ evidence }: CeremonyDeps, { role, accountId }: AtDesk['session']): Promise<'passkey' | 'code'> {
  return needsPasskey(role) || (await evidence.passkeys.of({ id: accountId })).length > 0 ? 'passkey' : 'code';
}

/**
 * Checks that a member has signed a text: its SHA-256 is the challenge of their passkey. A member who has and needs none
 * gives a code of the authenticator app, which works once.
 * @throws {Refusal} passkeyRefused, also for a new one, passkeyUnknown; stepCodeWrong, tooFrequent
 */
export async function checkCeremony(deps: CeremonyDeps, { session, origin }: AtDesk, text: string, shown: Shown): Promise<Signed> {
  const { passkeys, stepCodes } = deps.evidence;
  const { accountId } = session;
  const { credential, code } = shown;
  if (credential !== undefined) {
    const asked = { challenge: hash('sha256', text, 'base64url'), accountId, origin: deps.deskUrl };
    const passed = await passkeys.checkSigned(asked, { credential, source: networkSource(origin) });
    await refuseNew(deps, accountId, shownPasskey(passed).id);
    const kept = JSON.stringify({ text, credential: { id: credential.id, response: credential.response } });
    return { kept, note: () => passkeys.noteSigned(passed) };
  }
  if (code === undefined || (await signsBy(deps, session)) === 'passkey') {
    throw new Refusal('passkeyRefused', { reason: 'a passkey is needed' });
  }
  const account = await deps.identity.accounts.findById(accountId);
  if (account === undefined) throw new Refusal('tokenError', { reason: 'no account' });
  const passed = await stepCodes.check(account, 'totp', code, { ...origin, userAgent: '' });
  return { kept: JSON.stringify({ text, by: 'code' }), note: () => passed.settle() };
}
