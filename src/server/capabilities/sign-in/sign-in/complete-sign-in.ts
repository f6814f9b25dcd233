import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import { wasAdmitted, type Admission, type Distance } from '#server/core/sign-in/access/admission.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { manyWrong } from '#server/core/protection/risk/assess.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { leadToWayBack } from '#server/core/protection/freeze/lead-to-way-back.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import type { AuditEntry, AuditEvent } from '#server/core/protection/audit/audit.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { beginSecondStep } from './begin-second-step.ts';

export interface CompleteSignInDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

export interface ProvenSignIn {
  readonly account: Account;
  /** The ways that were shown, in the order of the steps. */
  readonly shown: readonly ShownWay[];
  /** Where this browser is, if another one approved it. */
  readonly distance?: Distance;
  /** The same, once a second step was shown in this one. */
  readonly isApproved?: boolean;
  readonly event: Extract<AuditEvent, 'sign-in.password' | 'sign-in.code' | 'sign-in.social' | 'sign-in.passkey' | 'sign-in.qr'>;
  readonly detail?: AuditEntry['detail'];
  /** How strong a sign-in the app asks for that sent the person. */
  readonly asked?: Acr | undefined;
  /** Wrong passwords before the right one. */
  readonly wrongPasswords?: number;
  /** Whether it ends a recovery. */
  readonly isRecovery?: boolean;
  /** Whether the browser skips the second step from now on. */
  readonly trust?: boolean;
  /** Where the person continues, if the sign-in knows it and the page does not. */
  readonly goal?: string;
  /** Settles the proof: spends the code, forgets the failures. Runs in the same transaction, first. */
  readonly settle: () => Promise<unknown>;
  /** Until when the new session may make a passkey silently. */
  readonly silentPasskeyUntil?: number | undefined;
}

/**
 * Signs in the proven owner of an account: the end of every way of signing in to an account that exists. The gate comes
 * first; the account's state shows only after it, so that a stranger learns nothing.
 * @throws {Refusal} accountFrozen with the ticket of the way back; secondStepNeeded where what was shown does not suffice; passwordLocked (4010) for an account that an operator has locked; deletionPending (3002) with the
 * way back, which spends the proof
 */
export async function completeSignIn(deps: CompleteSignInDeps, visit: Visit, proven: ProvenSignIn): Promise<SignedInAccount> {
  const { account, event, settle, silentPasskeyUntil, detail, trust = false } = proven;
  // Before the gate: getting back into a frozen account takes more than a second step.
  if (account.state === 'frozen') throw await leadToWayBack(deps, visit, proven);
  // One way keeps the account, wherever its owner is. The gate comes after the withdrawal, when the sign-in continues.
  if (account.state === 'deleting') throw await leadToWithdrawal(deps, visit, proven);
  const admission = await deps.access.admit({ ...proven, visit });
  if (!wasAdmitted(admission)) throw await beginSecondStep(deps, visit, { ...proven, ...admission });
  refuseInactive(account);
  return deps.store.db.tx(async () => {
    await settle();
    const at = deps.store.clock.now();
    const { isStrange, ...session } = await deps.access.begin({ admission, visit, at, silentPasskeyUntil });
    const audited = { accountId: account.id, sessionId: session.sessionId, origin: visit };
    const all = detailOf(detail, admission);
    await deps.journal.audit.record({ event, ...audited, ...(all && { detail: all }) });
    await tellOfUnusual(deps, visit, { admission, isStrange });
    if (trust) {
      await deps.access.trust.trust(account, visit.rememberBrowser());
      await deps.journal.audit.record({ event: 'browser.trusted', ...audited });
    }
    return { account, session };
  });
}

/** After many wrong passwords the sign-in begins again when the account is kept, and counts them. */
async function leadToWithdrawal(
  deps: CompleteSignInDeps,
  visit: Visit,
  { account, settle, shown, wrongPasswords = 0 }: ProvenSignIn,
): Promise<Refusal> {
  return deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'sign-in.deleting', accountId: account.id, origin: visit });
    return deps.evidence.offerWithdrawal(account, wrongPasswords < manyWrong ? shown : []);
  });
}

/** Adds the unusual signals, if there are any. */
function detailOf(detail: AuditEntry['detail'], { risk: { level, because } }: Admission): AuditEntry['detail'] {
  return because.length === 0 ? detail : { ...detail, level, because: because.join(' ') };
}

/**
 * Its owner may disown an unusual sign-in, and with it what was shown: every phone and email is told of a risky one, the mailbox of
 * any other in a browser that the account did not know.
 */
async function tellOfUnusual(
  deps: CompleteSignInDeps,
  visit: Visit,
  { admission: { account, shown, risk }, isStrange }: { readonly admission: Admission; readonly isStrange: boolean },
): Promise<void> {
  const isRisky = risk.level === 'risky';
  if (!isRisky && !isStrange) return;
  const { clientIp, userAgent } = visit;
  const by = { clientIp, userAgent, browser: visit.rememberBrowser() };
  const told = { account, by, ways: shown.map(({ id }) => id) };
  await tellOwner(deps, { ...told, event: isRisky ? 'newPlace' : 'newBrowser' });
}
