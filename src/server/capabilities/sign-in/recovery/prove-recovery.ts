import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { recoveryMethods, type RecoveryMethod } from '#contract/protection/claims/claims.words.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { RecoveryState } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import {
  checkRecoveryCode,
  checkRecoveryPassword,
  sendRecoveryCode,
  type OwnAddress,
  type SettleProof,
} from '#server/core/sign-in/evidence/prove-as-visitor.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import {
  formerApps,
  formerPapers,
  formerPasskeys,
  formerPasswords,
  inOrderOfTrust,
} from '#server/core/sign-in/former-things/former-things.ts';
import type { PasskeyRow } from '#server/core/sign-in/passkeys/passkeys.repository.ts';
import type { FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import type { Store } from '#server/core/store.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { independence } from '#server/core/sign-in/ways/independence.ts';
import { kindOf, standingOf, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import { ticketCeremony } from '#server/core/sign-in/passkeys/ceremony.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { keepList } from './keep-list.ts';
import { entryOf, findRecovery, mayAskDesk, verdictOf, type RecoverySide, type RecoverySideDeps } from './recovery-side.ts';

export interface RecoveryDeps extends RecoverySideDeps {
  readonly store: Store;
  readonly journal: Journal;
  /** Whether our support has a desk. */
  readonly hasDesk: boolean;
}

export interface ProveRecoveryInput {
  readonly ticket: string;
  readonly method: RecoveryMethod | undefined;
  /** The former phone, email or password of the account. */
  readonly former: boolean;
  readonly password: string | undefined;
  readonly code: string | undefined;
  readonly credential: PasskeyAssertion | undefined;
}

/** One more way that could be shown. */
interface Offer {
  readonly method: RecoveryMethod;
  readonly way: Way;
  readonly isFormer: boolean;
  /** Masked, or ''. */
  readonly target: string;
  /** Where its code goes. */
  readonly address?: OwnAddress;
  /** The present password, or every former one. */
  readonly passwords?: readonly { readonly id: WayId; readonly hash: string | null }[];
  /** Every former app, passkey or sheet of recovery codes. */
  readonly things?: readonly FormerWay[];
}

/**
 * Shows one more way of the account, which joins those of the ticket; answers what they are together.
 *
 * Ticket → is it one of the account's → code, password or passkey (its try is counted here) → one transaction: proof
 * spent, ticket, audit.
 *
 * @throws {Refusal} tokenError, badRequest with the failed rule, refusals of the proof, passkeyUnknown and passkeyRefused among them; claimNotDue for a
 * claim that waits
 */
export async function proveRecovery(
  deps: RecoveryDeps,
  visit: Visit,
  input: ProveRecoveryInput,
): Promise<RecoveryState | { readonly cd: number }> {
  const side = await findRecovery(deps, visit, input.ticket);
  const { account, by } = side;
  if ('claim' in by) return stateOfClaim(deps, side);
  if (input.method === undefined) return stateOf(deps, side);
  const offer = offersOf(side).find(({ method, isFormer }) => method === input.method && isFormer === input.former);
  if (!offer) throw new Refusal('tokenError', { reason: 'no such way' });
  if (offer.address !== undefined && input.code === undefined) return sendRecoveryCode(deps, visit, { account, address: offer.address });
  const { way, settle } = await check(deps, visit, { account, shown: side.shown, offer, input });
  await deps.store.db.tx(async () => {
    await settle();
    await deps.evidence.signInTickets.add(by.ticket, way);
    await deps.journal.audit.record({ event: 'recovery.proven', accountId: account.id, origin: visit, detail: { family: kindOf(way) } });
  });
  return stateOf(deps, await findRecovery(deps, visit, input.ticket));
}

/** The ways that were shown, what they open, and which others there are. */
async function stateOf({ identity, hasDesk }: RecoveryDeps, side: RecoverySide): Promise<RecoveryState> {
  const { ways, shown, waited } = side;
  const verdict = verdictOf(side);
  const dueAt = waited?.dueAt ?? (typeof verdict === 'object' ? ways.now + verdict.afterMs : undefined);
  const isEnough = verdict === 'now' || waited !== undefined;
  const offers = offersOf(side).filter(({ way }) => !shown.some(({ id }) => id === way.id));
  return {
    proven: provenIn(side),
    independence: entryOf(side),
    frozenAt: frozenIn(side),
    dueAt: dueAt === undefined ? null : new Date(dueAt).toISOString(),
    methods: offers.map(({ method, way, isFormer, target }) => ({
      method,
      target,
      former: isFormer,
      together: independence([...shown, way], ways),
    })),
    ...(hasDesk && mayAskDesk(side) && { desk: true }),
    putBack: isEnough ? putBackIn(side) : [],
    ways: isEnough ? await keepList(identity, side) : [],
  };
}

/** @throws {Refusal} claimNotDue, tokenError for one that is over */
async function stateOfClaim({ identity, store }: RecoveryDeps, side: RecoverySide): Promise<RecoveryState> {
  const { by } = side;
  if (!('claim' in by) || by.claim.state !== 'open') throw new Refusal('tokenError', { reason: 'the claim is over' });
  const dueAt = new Date(by.claim.dueAt).toISOString();
  if (by.claim.dueAt >= store.clock.now()) throw new Refusal('claimNotDue', { reason: 'the claim waits at its page', data: { dueAt } });
  const proven = provenIn(side);
  const state = { proven, independence: entryOf(side), frozenAt: frozenIn(side), dueAt };
  return { ...state, methods: [], putBack: putBackIn(side), ways: await keepList(identity, side) };
}

function provenIn({ shown }: RecoverySide): RecoveryState['proven'] {
  return [...new Set(shown.map(({ kind }) => kind))];
}

function putBackIn({ incident }: RecoverySide): RecoveryState['putBack'] {
  return [...(incident?.putBack ?? [])];
}

function frozenIn({ account, incident }: RecoverySide): RecoveryState['frozenAt'] {
  return incident === undefined ? null : new Date(account.frozenAt ?? incident.openedAt).toISOString();
}

/** Everything that the account has or had and that a recovery takes: the first of a kind stands for all of it. */
function offersOf({ account, ways: { own, known, now }, formers }: RecoverySide): readonly Offer[] {
  const possible = own.filter((way) => !standingOf(way, known, now).isSuspect);
  const present = recoveryMethods.flatMap((method): Offer[] => {
    const way = possible.find(({ kind }) => kind === kindOfMethod[method]);
    return way === undefined ? [] : [offerOf(method, way, account)];
  });
  return [...present, ...formersOf(formers)];
}

function offerOf(method: RecoveryMethod, way: Way, account: Account): Offer {
  switch (method) {
    case 'phone':
      return ofAddress(method, way, { value: account.phone ?? '', isFormer: false });
    case 'email':
      return ofAddress(method, way, { value: account.emailShown ?? '', isFormer: false });
    case 'password':
      return { method, way, isFormer: false, target: '', passwords: [{ id: way.id, hash: account.passwordHash }] };
    case 'passkey':
    case 'totp':
    case 'recovery':
      return { method, way, isFormer: false, target: '' };
  }
}

/** One former phone and email, by `inOrderOfTrust`. Former apps and passkeys are compared all. */
function formersOf(formers: RecoverySide['formers']): readonly Offer[] {
  const ordered = inOrderOfTrust(formers);
  const contacts = (['phone', 'email'] as const).flatMap((kind) => {
    const former = ordered.find(({ way }) => way.kind === kind);
    return former === undefined ? [] : [ofAddress(kind, former.way, { value: former.value, isFormer: true })];
  });
  const things = (['passkey', 'totp', 'recovery'] as const).flatMap((method): Offer[] => {
    const kind = kindOfMethod[method];
    const found = ordered.filter(({ way }) => way.kind === kind);
    const [former] = found;
    return former === undefined ? [] : [{ method, way: former.way, isFormer: true, target: '', things: found }];
  });
  const passwords = formerPasswords(formers);
  const [first] = passwords;
  if (first === undefined) return [...contacts, ...things];
  return [
    ...contacts,
    ...things,
    {
      method: 'password',
      way: first.way,
      isFormer: true,
      target: '',
      passwords: passwords.map(({ way: { id }, value: hash }) => ({ id, hash })),
    },
  ];
}

function ofAddress(kind: 'phone' | 'email', way: Way, { value, isFormer }: { readonly value: string; readonly isFormer: boolean }): Offer {
  const address: OwnAddress = { kind, value: canon(kind, value) ?? value, shown: value };
  return { method: kind, way, isFormer, target: kind === 'phone' ? maskPhone(value) : maskEmail(value), address };
}

interface Checked {
  readonly way: WayId;
  readonly settle: SettleProof;
}

async function check(
  deps: RecoveryDeps,
  visit: Visit,
  { account, shown, offer, input }: Pick<RecoverySide, 'account' | 'shown'> & { readonly offer: Offer; readonly input: ProveRecoveryInput },
): Promise<Checked> {
  const { method, way, address } = offer;
  switch (method) {
    case 'phone':
    case 'email': {
      if (address === undefined) throw new Error('a contact has an address');
      return { way: way.id, settle: await checkRecoveryCode(deps, visit, { address, code: input.code ?? '' }) };
    }
    case 'password': {
      const { passwords = [] } = offer;
      const asked = { account, beside: shown, hashes: passwords.map(({ hash }) => hash), password: input.password ?? '' };
      const { index, settle } = await checkRecoveryPassword(deps, visit, asked);
      // Exactly the matching one: a password of a thief proves no more than the way with which he set it.
      return { way: passwords[index]?.id ?? way.id, settle };
    }
    case 'passkey':
      return checkPasskey(deps, visit, { account, input, formers: formerPasskeys(offer.things ?? []) });
    case 'totp':
    case 'recovery': {
      if (offer.things !== undefined) {
        const { stepCodes } = deps.evidence;
        const tried = { code: input.code ?? '', by: visit };
        const passed =
          method === 'totp'
            ? await stepCodes.checkFormer(account, { ...tried, things: formerApps(offer.things) })
            : await stepCodes.checkFormerPaper(account, { ...tried, things: formerPapers(offer.things) });
        return { way: passed.shown.id, settle: () => passed.settle() };
      }
      const passed = await deps.evidence.stepCodes.check(account, method, input.code ?? '', visit);
      return { way: passed.shown.id, settle: () => passed.settle() };
    }
  }
}

async function checkPasskey(
  { evidence: { passkeys } }: RecoveryDeps,
  visit: Visit,
  {
    account,
    input: { credential, ticket },
    formers,
  }: { readonly account: Account; readonly input: ProveRecoveryInput; readonly formers: readonly PasskeyRow[] },
): Promise<Checked> {
  if (credential === undefined) throw new Refusal('passkeyRefused', { reason: 'no credential' });
  const ceremony = ticketCeremony(visit, { purpose: 'recover', accountId: account.id, ticket });
  const passed = await passkeys.checkAssertion(ceremony, { credential, source: networkSource(visit) }, formers);
  const { city } = visit.placeIn(account.language);
  return { way: shownPasskey(passed).id, settle: () => passkeys.redeemAssertion(passed, city) };
}
