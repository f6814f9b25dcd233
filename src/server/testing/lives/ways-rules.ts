import { mayApprove, mayDo, type Actor, type Member } from '#contract/operations/desk/decisions.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { deskWaitMs } from '#server/core/protection/claims/claims.ts';
import { becomesFormer, isUnticked, mayAct, mayRecover, mayStop } from '#server/core/sign-in/ways/decisions.ts';
import { independence } from '#server/core/sign-in/ways/independence.ts';

/** The rules of the product. A control replaces one of them by its absence. */
export const productRules = {
  independence,
  mayAct,
  mayRecover,
  mayStop,
  becomesFormer,
  isUnticked,
  /** Whether a browser loses its standing with the recovery of its account. */
  endsBrowsers: true,
  /** Whether a protected account asks a social account for a second step. */
  gatesSocial: true,
  /** Whether the owner is told of a claim. */
  tellsOwner: true,
  /** Whether a former phone or email is told too. */
  tellsFormer: true,
  /** Whether a protected account asks for a second step after a link in a mail. */
  gatesLinks: true,
  /** Whether a person who got in by a claim takes nothing away. */
  limitsClaims: true,
  /** Whether a new browser stands for what opened it. */
  browsersStand: true,
  /** Whether a passkey is used with its lock alone. */
  asksLock: true,
  /** Whether a code is good for once. */
  spendsCodes: true,
  /** Whether a passkey without a dialog takes the password. */
  upgradesByPassword: true,
  mayDo,
  mayApprove,
  /** How long a request waits that the desk has opened. */
  deskWaitMs,
  /** Whether everybody is told of it. */
  tellsOfDesk: true,
  /** Whether it gets in the browser alone that showed its number. */
  bindsDesk: true,
  /** Whether a message is sent again to the address that it was for. */
  resendsSame: true,
};

export type Rules = typeof productRules;

/** A lead whom nobody has won over. */
const honestLead: Actor = {
  via: 'desk',
  name: 'honest',
  staffed: true,
  member: { name: 'honest', role: 'lead', state: 'active' },
};

/** Whether these members of the desk do an act: one at once, or one asks and another approves. */
export function helpersDo(desk: readonly Member[] | undefined, rules: Pick<Rules, 'mayDo' | 'mayApprove'>, act: StaffAct): boolean {
  const actors = (desk ?? []).map((member): Actor => ({ via: 'desk', name: member.name, staffed: true, member }));
  return actors.some((asker) => {
    const decision = rules.mayDo(asker, act);
    if (decision !== 'asks') return decision === 'may';
    const asked = { act, object: {}, state: 'asked', askedBy: asker.name, expiresAt: 1, digest: act } as const;
    const approves = (approver: Actor, seen: string) => rules.mayApprove(asked, { approver, asker, now: 0, seen, computed: act }) === 'yes';
    // An honest lead approves what they see, which is something harmless.
    return actors.some((approver) => approves(approver, act)) || approves(honestLead, 'something else');
  });
}
