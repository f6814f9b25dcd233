import type { ClaimState, NoticeAnswer } from '#contract/protection/claims/claims.words.ts';
import type { ClaimView } from '#contract/protection/claims/claims.schemas.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { claimView, type Claim } from '#server/core/protection/claims/claims.ts';
import { readNotice as readPayload, type NoticeOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import {
  checkRecoveryCode,
  checkRecoveryPassword,
  sendRecoveryCode,
  type OwnAddress,
  type SettleProof,
} from '#server/core/sign-in/evidence/prove-as-visitor.ts';
import type { AvailableMethod } from '#server/core/sign-in/identity-proof/methods.ts';
import { ticketCeremony } from '#server/core/sign-in/passkeys/ceremony.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Way, WayId } from '#server/core/sign-in/ways/way.ts';
import { idOf, type AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ClaimDeps } from './claim-deps.ts';
import { answerEvent, eventView, findEvent, type EventAnswer, type EventView, type NoticeDeps } from './answer-event.ts';
import { endClaim } from './end-claim.ts';

/** Subject of the notice of a claim. */
export interface ReadNotice {
  readonly account: string;
  readonly claim: ClaimView;
  readonly methods: AvailableMethod[];
}

export interface AnswerNoticeInput {
  readonly token: string;
  readonly answer: NoticeAnswer;
  /** Whether `not-me` freezes the account also where little has happened. */
  readonly freezes: boolean;
  readonly method: ProofMethod | undefined;
  readonly password: string | undefined;
  readonly code: string | undefined;
  readonly credential: PasskeyAssertion | undefined;
}

interface Side {
  readonly account: Account;
  readonly claim: Claim;
  readonly ways: AccountWays;
  readonly notice: NoticeOfClaim;
  /** The way by which the notice came. */
  readonly shown: readonly Way[];
}

/**
 * Reads the notice of a link; opening it changes nothing.
 * @throws {Refusal} tokenError
 */
export async function readNotice(deps: NoticeDeps, lang: Language, token: string): Promise<ReadNotice | { readonly event: EventView }> {
  const event = await findEvent(deps, token);
  if (event !== undefined) return { event: eventView(deps, lang, event) };
  const side = await findSide(deps, token);
  const { account, claim } = side;
  const suffices = claim.state !== 'open' || deps.evidence.claims.mayStop(claim, side.shown, side.ways);
  return { account: account.nickname, claim: claimView(claim, account), methods: suffices ? [] : proofsBeside(deps, side) };
}

/**
 * Answers the notice of a link. `stop` and `not-me` beat `me`; a claim that is over keeps its end, and answers it.
 * @throws {Refusal} tokenError; verificationNeeded with the proofs of which one is due, because two ways opened the claim;
 * refusals of the proof
 */
export async function answerNotice(
  deps: NoticeDeps,
  visit: Visit,
  input: AnswerNoticeInput,
): Promise<{ readonly state: ClaimState } | { readonly cd: number } | EventAnswer> {
  const event = await findEvent(deps, input.token);
  if (event !== undefined) return answerEvent(deps, visit, { token: input.token, answer: input.answer, freezes: input.freezes, event });
  const side = await findSide(deps, input.token);
  const { account, claim } = side;
  if (claim.state !== 'open') return { state: claim.state };
  if (input.answer === 'me') {
    await deps.journal.audit.record({ event: 'notice.answered', accountId: account.id, origin: visit, detail: { kind: claim.kind } });
    return { state: claim.state };
  }
  if (deps.evidence.claims.mayStop(claim, side.shown, side.ways)) return stop(deps, visit, side);
  const proven = await proveBeside(deps, visit, { side, input });
  if ('cd' in proven) return proven;
  // Another way of the same kind could have stopped it.
  const way = side.ways.known.get(proven.way);
  if (way === undefined || !deps.evidence.claims.mayStop(claim, [...side.shown, way], side.ways)) {
    throw new Refusal('verificationNeeded', {
      reason: 'the shown way may not stop the claim',
      data: { methods: proofsBeside(deps, side) },
    });
  }
  return stop(deps, visit, side, proven.settle);
}

async function stop(
  deps: ClaimDeps,
  visit: Visit,
  { account, claim }: Side,
  settle?: SettleProof,
): Promise<{ readonly state: ClaimState }> {
  const rest = settle === undefined ? {} : { settle };
  return { state: await endClaim(deps, { account, claim, origin: visit, by: 'notice', ...rest }) };
}

async function findSide({ identity, evidence }: ClaimDeps, token: string): Promise<Side> {
  const link = await evidence.links.find('notice', token);
  const notice = link && readPayload(link.payload);
  const claim = notice?.does === 'stop' ? await evidence.claims.find(notice.claim) : undefined;
  const account = claim && (await identity.accounts.findLive(claim.accountId));
  if (!link || !claim || !account || notice?.does !== 'stop') throw new Refusal('tokenError', { reason: 'no live notice' });
  const ways = await identity.ways.of(account);
  // The present one of this kind, or a former one: each proves what it proved.
  const present = notice.by === 'phone' ? account.phone : account.emailShown;
  const way =
    present === link.target
      ? ways.own.find(({ kind }) => kind === notice.by)
      : ways.known.get(
          (await identity.formers.of(account)).find(({ way: { kind }, value }) => kind === notice.by && value === link.target)?.way.id ??
            `${notice.by}:`,
        );
  return { account, claim, ways, notice, shown: way === undefined ? [] : [way] };
}

/** Ways that stop the claim together with the notice. One that the account does not have any more stops nothing. */
function proofsBeside({ evidence: { claims, proofs } }: ClaimDeps, { account, claim, ways, shown }: Side): AvailableMethod[] {
  return proofs
    .methods(account)
    .filter(({ method }) => ways.own.some((way) => way.kind === kindOfMethod[method] && claims.mayStop(claim, [...shown, way], ways)));
}

/** Way that was shown beside a notice, and the write that spends it. */
interface Beside {
  readonly way: WayId;
  readonly settle: SettleProof;
}

async function proveBeside(
  deps: ClaimDeps,
  visit: Visit,
  { side, input }: { readonly side: Side; readonly input: AnswerNoticeInput },
): Promise<Beside | { readonly cd: number }> {
  const { account } = side;
  const methods = proofsBeside(deps, side);
  const chosen = methods.find(({ method }) => method === input.method);
  if (!chosen) throw new Refusal('verificationNeeded', { reason: 'no method was chosen', data: { methods } });
  switch (chosen.method) {
    case 'password': {
      const asked = { account, beside: side.shown, hashes: [account.passwordHash], password: input.password ?? '' };
      const { settle } = await checkRecoveryPassword(deps, visit, asked);
      return { way: idOf(account, 'password'), settle };
    }
    case 'totp':
    case 'recovery': {
      const passed = await deps.evidence.stepCodes.check(account, chosen.method, input.code ?? '', visit);
      return { way: passed.shown.id, settle: () => passed.settle() };
    }
    case 'passkey':
      return checkPasskey(deps, visit, { account, input });
    case 'phone':
    case 'email': {
      const address = ownContact(account, chosen.method);
      if (input.code === undefined) return sendRecoveryCode(deps, visit, { account, address });
      return { way: idOf(account, chosen.method), settle: await checkRecoveryCode(deps, visit, { address, code: input.code }) };
    }
  }
}

async function checkPasskey(
  { evidence: { passkeys } }: ClaimDeps,
  visit: Visit,
  { account, input: { credential, token } }: { readonly account: Account; readonly input: AnswerNoticeInput },
): Promise<Beside> {
  if (credential === undefined) throw new Refusal('passkeyRefused', { reason: 'no credential' });
  const ceremony = ticketCeremony(visit, { purpose: 'notice', accountId: account.id, ticket: token });
  const passed = await passkeys.checkAssertion(ceremony, { credential, source: networkSource(visit) });
  return { way: shownPasskey(passed).id, settle: () => passkeys.redeemAssertion(passed, visit.placeIn(account.language).city) };
}

function ownContact({ phone, email, emailShown }: Account, kind: 'phone' | 'email'): OwnAddress {
  return kind === 'phone' ? { kind, value: phone ?? '', shown: phone ?? '' } : { kind, value: email ?? '', shown: emailShown ?? '' };
}
