// @one-database
import { describe, expect, it } from 'vitest';
import { mayApprove, mayDo, type Actor, type Member } from '#contract/operations/desk/decisions.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { deskWaitMs } from '#server/core/protection/claims/claims.ts';
import { beginnings } from '#server/testing/game/beginnings.ts';
import { Moves } from '#server/testing/game/moves.ts';
import type { kinds } from '#server/testing/game/position.ts';
import { everyTwoDays, type Found } from '#server/testing/game/promises.ts';
import { productRules } from '#server/testing/game/rules.ts';

/**
 * A thief whom members of the desk help: with one lead he gets nothing that he does not get alone; with two the password waits as
 * other ways do, and any other way stops it.
 */

const member = (name: string, state: Member['state'] = 'active'): Member => ({ name, role: 'lead', state });
/** What each act can do for a thief. */
const powers: Readonly<Record<StaffAct, 'helps' | `does not help, because ${string}`>> = {
  'sessions.end': 'does not help, because it gives nobody anything',
  'account.lock': 'does not help, because it gives nobody anything',
  'data.hold': 'does not help, because it gives nobody anything',
  'hold.list': 'does not help, because it shows',
  'data.release': 'does not help, because it only lets an erasure go on',
  'everyone.sign-out': 'does not help, because it gives nobody anything',
  'account.freeze': 'does not help, because any way of the account freezes it',
  'recovery.claim': 'helps',
  'message.resend': 'does not help, because it goes to the address that it was for',
  'account.unlock': 'does not help, because it undoes a lock alone',
  'account.unlock-asked': 'does not help, because it undoes a lock alone',
  'deletion.restore': 'does not help, because it undoes a deletion alone, and nobody is signed in',
  'exception.ask': 'does not help, because it gives what an agent does at once, and a lead does all of it',
  'exception.confirm': 'does not help, because it gives what an agent does at once, and a lead does all of it',
  'recovery.invite': 'does not help, because the message has no token',
  'person.find': 'does not help, because values are masked',
  'person.unmask': 'does not help, because a thief knows the address of what he has stolen',
  'person.note': 'does not help, because nobody acts on a note',
  'request.list': 'does not help, because it shows',
  'request.read': 'does not help, because it shows',
  'request.answer': 'does not help, because it is a text',
  'appeal.answer': 'does not help, because it is a text',
  'exception.list': 'does not help, because it shows',
  'exception.review': 'does not help, because it is a note',
  'bait.add': 'does not help, because a mark changes no account',
  'bait.list': 'does not help, because it is a number',
  'app.open': 'does not help, because it is about apps',
  'app.review': 'does not help, because it is about apps',
  'app.suspend': 'does not help, because it is about apps',
  'app.resume': 'does not help, because it is about apps',
  'app.grant-name': 'does not help, because it is about apps',
  'publication.preview': 'does not help, because it is about agreements',
  'publication.draft': 'does not help, because it is about agreements',
  'publication.publish': 'does not help, because it is about agreements',
  'publication.withdraw': 'does not help, because it is about agreements',
  'member.list': 'does not help, because it shows',
  'member.hold': 'does not help, because it takes from members',
  'member.grant': 'does not help, because a second lead is below',
  'member.link': 'does not help, because a second lead is below',
  'member.end': 'does not help, because it takes from members',
  'queue.read': 'does not help, because it shows',
  'audit.search': 'does not help, because it shows ids alone',
  'audit.export': 'does not help, because it shows ids alone',
  'approval.list': 'does not help, because it shows',
  'approval.answer': 'does not help, because it is a part of what two do',
  'alarms.read': 'does not help, because it shows',
};

const rogue = [member('rogue')];

const rogueAndHeld = [member('rogue'), member('held', 'held')];

/** A lead whom nobody has won over: approves what they see, which is something harmless. */
const honest = member('honest');

/** Whether these members do an act: one at once, or one asks and another approves. */
function helpersDo(desk: readonly Member[], act: StaffAct, decide = { mayDo, mayApprove }): boolean {
  const actors = desk.map((each): Actor => ({ via: 'desk', name: each.name, staffed: true, member: each }));
  return actors.some((asker) => {
    const decision = decide.mayDo(asker, act);
    if (decision !== 'asks') return decision === 'may';
    const asked = { act, object: {}, state: 'asked', askedBy: asker.name, expiresAt: 1, digest: act } as const;
    const approves = (approver: Actor, seen: string) =>
      decide.mayApprove(asked, { approver, asker, now: 0, seen, computed: act }) === 'yes';
    const honestActor: Actor = { via: 'desk', name: honest.name, staffed: true, member: honest };
    return actors.some((approver) => approves(approver, act)) || approves(honestActor, 'something else');
  });
}

const helpful = Object.entries(powers).flatMap(([act, power]) => (power === 'helps' ? [act as StaffAct] : []));

describe('a thief with help at the desk', () => {
  it.each([
    ['one lead', rogue],
    ['a lead and one on hold', rogueAndHeld],
  ])('gets nothing more by %s', (_, desk) => {
    expect(helpful.filter((act) => helpersDo(desk, act))).toEqual([]);
  });

  it('by two leads waits with a password as long as with a phone: an owner who looks every two days is not harmed', () => {
    expect(helpful.filter((act) => helpersDo([member('rogue'), member('second')], act))).toEqual(helpful);
    const waiting = (weak: number): Found => {
      const found: Found = { positions: 0 };
      const among = ['password', 'phone', 'email'] as const;
      const rules = { ...productRules, waitsMs: { ...productRules.waitsMs, weak } };
      everyTwoDays(new Moves(rules, among), beginnings({ most: 3, among: among satisfies readonly (typeof kinds)[number][] }), found);
      return found;
    };
    expect(waiting(deskWaitMs).broken).toBeUndefined();
    expect(waiting(1).broken).toBeDefined();
  });

  it.each<[string, readonly Member[], Parameters<typeof helpersDo>[2]]>([
    ['the second member', rogue, { mayApprove, mayDo: (actor, act) => (mayDo(actor, act) === 'asks' ? 'may' : mayDo(actor, act)) }],
    [
      'that it is another one',
      rogue,
      { mayDo, mayApprove: (asked, by) => (mayApprove(asked, by) === 'own' ? 'yes' : mayApprove(asked, by)) },
    ],
    ['the digest of what was seen', rogue, { mayDo, mayApprove: (asked, by) => mayApprove(asked, { ...by, seen: asked.digest }) }],
    [
      'the hold of a member',
      rogueAndHeld,
      {
        mayDo,
        mayApprove: (asked, { approver, ...rest }) =>
          mayApprove(asked, {
            ...rest,
            approver: approver.member ? { ...approver, member: { ...approver.member, state: 'active' } } : approver,
          }),
      },
    ],
  ])('gets more without %s', (_, desk, decide) => {
    expect(helpful.filter((act) => helpersDo(desk, act, decide))).not.toEqual([]);
  });
});
