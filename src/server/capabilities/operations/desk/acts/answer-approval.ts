import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import { answerApproval } from '#server/core/operations/staff/approvals.guarded.ts';
import { digestOf, findApproval, type Approval } from '#server/core/operations/staff/approvals.repository.ts';
import { afterApproval, mayApprove, type NotApproved } from '#contract/operations/desk/decisions.ts';
import type { ActOfTwo } from '#contract/operations/desk/roles.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { shellActor } from '#server/core/operations/staff/staff.repository.ts';
import { markBait } from './baits.ts';
import type { ActDeps } from './do-act.ts';
import { publishApproved, withdrawApproved } from '../rooms/draft-publication.ts';
import { grantName, resumeApp, type ReviewDeps } from '../rooms/review-app.ts';
import { claimByOperator, restoreByOperator, type GiveBackDeps } from './give-back.ts';
import { holdByOperator, releaseByOperator } from '../person/hold-data.ts';
import { beginSignOutEverybody } from '../person/sign-out-everybody.ts';
import { unlockByOperator, type Order } from '../person/set-account-lock.ts';
import { endMember, grantMember, linkAccount } from '../staff/staff.ts';

export interface AnswerDeps extends ActDeps {
  readonly operation: GiveBackDeps;
  readonly review: ReviewDeps;
}

export interface Answer {
  readonly id: string;
  readonly operator: string;
  readonly answer: 'approve' | 'refuse';
  /** The digest that the approver has seen. */
  readonly digest: string;
  readonly reason: string;
  /** Signature of a member at the desk, and the note of its use. */
  readonly signed?: { readonly assertion: string; readonly note: () => Promise<unknown> };
}

const sentences: Readonly<Record<NotApproved, string>> = {
  unsigned: 'Who asked for it has not signed it yet.',
  answered: 'It was answered already.',
  lapsed: 'Its time is over: it has to be asked for again.',
  role: 'Your role does not approve this.',
  own: 'Somebody else has to answer: you asked for it, or it is about you.',
  asker: 'Who asked for it may not do so any more.',
  changed: 'It is not what you have seen. Look at it again.',
};

/** Reasons against an approval that do not stop the refusal of an asked act. */
const besideRefusal: readonly NotApproved[] = ['asker', 'changed'];

/**
 * Approves or refuses an asked act. An approved act is done in the same transaction, on the object as it was when it was
 * asked for.
 * @throws {StaffRefusal} when this member may not answer, it was answered, or something has changed: nothing is done
 */
export async function answerAskedAct(deps: AnswerDeps, order: Answer): Promise<Approval> {
  const { db, clock, keyring, audit } = deps;
  const { id, operator, answer } = order;
  return db.tx(async () => {
    const row = await findApproval(db, id);
    if (row === undefined) throw new StaffRefusal(`Nothing waits under '${id}'.`);
    const now = clock.now();
    const asked = { ...row, object: detailTexts(row.object), accountId: row.account_id, askedBy: row.asked_by, expiresAt: row.expires_at };
    const people = { approver: await shellActor(db, operator), asker: await shellActor(db, row.asked_by) };
    const verdict = mayApprove(asked, { ...people, now, seen: order.digest, computed: digestOf(keyring, row) });
    if (verdict !== 'yes' && !(answer === 'refuse' && besideRefusal.includes(verdict)))
      throw new StaffRefusal(sentences[verdict], verdict === 'own' || verdict === 'role' ? verdict : 'changed');
    const to = afterApproval(asked, { answer, now });
    const isFirst =
      (to === 'approved' || to === 'refused') &&
      (await answerApproval(db, { id, to, by: operator, at: now, assertion: order.signed?.assertion ?? null }));
    if (!isFirst) throw new StaffRefusal(sentences.answered);
    await order.signed?.note();
    const event = answer === 'approve' ? 'approval.given' : 'approval.refused';
    const detail = { approval: id, act: row.act, operator, asker: row.asked_by, reason: order.reason };
    await audit.record({ event, accountId: row.account_id, origin: { clientIp: '', requestId: '' }, detail });
    if (answer === 'approve' && !(await performers[row.act](deps, row, operator))) {
      throw new StaffRefusal('It has changed since it was asked for. Look again.');
    }
    return row;
  });
}

/** False if the object is not as it was when the act was asked for. */
type Performer = (deps: AnswerDeps, row: Approval, second: string) => Promise<boolean>;

const performers: Readonly<Record<ActOfTwo, Performer>> = {
  'account.unlock': (deps, row, second) => onSamePerson(deps, row, (order) => unlockByOperator(deps.operation, { ...order, second })),
  'deletion.restore': (deps, row, second) => onSamePerson(deps, row, (order) => restoreByOperator(deps.operation, { ...order, second })),
  'recovery.claim': (deps, row, second) =>
    onSamePerson(deps, row, (order) =>
      claimByOperator(deps.operation, { ...order, second, number: detailTexts(row.object)['number'] ?? '' }),
    ),
  async 'app.resume'(deps, row, second) {
    const id = await unchangedApp(deps, row);
    return id !== undefined && resumeApp(deps.review, { id, operator: row.asked_by, reason: row.reason, second });
  },
  async 'app.grant-name'(deps, row, second) {
    const id = await unchangedApp(deps, row);
    const { name = '' } = detailTexts(row.object);
    return id !== undefined && grantName(deps.review, { id, name, operator: row.asked_by, reason: row.reason, second });
  },
  'bait.add': (deps, row, second) =>
    onSamePerson(deps, row, ({ accountId, operator, reason }) =>
      markBait({ ...deps, accounts: deps.operation.identity.accounts }, { accountId, operator, second, reason }),
    ),
  'data.hold': (deps, row, second) =>
    onSamePerson(deps, row, (order) =>
      holdByOperator(deps.operation, { ...order, second, until: Date.parse(detailTexts(row.object)['until'] ?? '') }),
    ),
  'data.release': (deps, row, second) => onSamePerson(deps, row, (order) => releaseByOperator(deps.operation, { ...order, second })),
  'everyone.sign-out': (deps, { asked_by: operator, reason, case_ref: caseRef, object }, second) =>
    beginSignOutEverybody(deps, { operator, second, reason, caseRef, told: detailTexts(object)['told'] === 'yes' }),
  // The asker takes it within a day.
  'audit.export': async () => true,
  'publication.publish': (deps, row, second) =>
    publishApproved(deps, { ...draftOf(row), second, publishAt: Date.parse(detailTexts(row.object)['publishAt'] ?? '') }),
  'publication.withdraw': (deps, row, second) => withdrawApproved(deps, { ...draftOf(row), second }),
  'member.grant': (deps, row, second) => grantMember(deps, { ...memberOf(row), second }),
  'member.link': (deps, row, second) =>
    linkAccount(
      { ...deps, accounts: deps.operation.identity.accounts },
      { ...memberOf(row), account: detailTexts(row.object)['account'] ?? '', second },
    ),
  'member.end': (deps, row, second) => endMember(deps, { ...memberOf(row), second }),
};

/** Acts on the account as it was when it was asked for. */
async function onSamePerson(
  { db, operation }: AnswerDeps,
  { account_id: accountId, version, asked_by: operator, reason, case_ref: caseRef }: Approval,
  run: (order: Order) => Promise<boolean>,
): Promise<boolean> {
  if (accountId === null) return false;
  await lockAccount(db, accountId);
  const account = await operation.identity.accounts.findById(accountId);
  return account?.version === version && run({ accountId, operator, reason, caseRef });
}

async function unchangedApp({ review }: AnswerDeps, { object, version }: Approval): Promise<string | undefined> {
  const app = await review.own.find(detailTexts(object)['app'] ?? '');
  return app?.version === version ? app.client.id : undefined;
}

function draftOf({ object, version, asked_by: operator, reason }: Approval) {
  const { draft: id = '', digest = '' } = detailTexts(object);
  return { id, digest, version, operator, reason };
}

function memberOf({ object, version, asked_by: operator, reason }: Approval) {
  const { member: name = '', role = '' } = detailTexts(object);
  return { name, role, version, operator, reason };
}
