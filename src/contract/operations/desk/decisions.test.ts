import { describe, expect, it } from 'vitest';
import {
  afterApproval,
  mayApprove,
  mayAsk,
  mayDo,
  type Actor,
  type ApprovalState,
  type AskedAct,
  type Member,
  type MemberState,
  type NotApproved,
} from './decisions.ts';
import { actsOfTwo, staffActs, staffRoles, type StaffAct, type StaffRole } from './roles.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const acts = Object.keys(staffActs) as StaffAct[];
const states: readonly MemberState[] = ['active', 'held', 'ended'];
const member = (name: string, role: StaffRole, state: MemberState = 'active'): Member => ({ name, role, state });
const actor = (who: Member | undefined, name = who?.name ?? 'nobody'): Actor => ({ via: 'shell', name, staffed: true, member: who });
const cells = acts.flatMap((act) => staffRoles.map((role) => ({ act, role, grant: staffActs[act].grants[role] })));

describe('the table of roles and acts', () => {
  it.each(cells)('$role, $act: $grant', ({ act, role, grant }) => {
    const expected = grant === 'may' ? 'may' : grant.startsWith('asks') ? 'asks' : 'no';
    expect(mayDo(actor(member('li', role)), act)).toBe(expected);
    for (const state of states.slice(1)) expect(mayDo(actor(member('li', role, state)), act)).toBe('no');
    expect(mayDo(actor(undefined), act)).toBe('no');
    expect(mayDo({ via: 'shell', name: 'li', staffed: false, member: undefined }, act)).toBe('may');
    for (const second of staffRoles) {
      const answer = mayAsk(actor(member('li', role)), { act, staff: [member('li', role), member('wu', second)] });
      const isApproved = staffActs[act].grants[second].endsWith('approves');
      expect([second, answer]).toEqual([second, expected !== 'asks' ? 'no' : isApproved ? 'asks' : 'nobody could approve']);
    }
  });

  it('never lets wait what takes access of a person, and asks for two where access is given', () => {
    for (const act of acts.filter((each) => /^(?:account|sessions|person)\./.test(each))) {
      const waits = staffRoles.some((role) => staffActs[act].grants[role].startsWith('asks'));
      expect([act, waits]).toEqual([act, staffActs[act].effect === 'gives']);
    }
    for (const act of acts.filter((each) => staffActs[each].effect === 'gives')) {
      expect([act, staffRoles.filter((role) => mayDo(actor(member('li', role)), act) === 'may')]).toEqual([act, []]);
    }
  });

  it('names every act that can wait', () => {
    const waiting = cells.filter(({ grant }) => grant.startsWith('asks')).map(({ act }) => act);
    expect([...new Set(waiting)].toSorted()).toEqual(actsOfTwo.toSorted());
  });

  it('lets nobody grant a role to themselves, and no lead ask alone', () => {
    const lead = member('li', 'lead');
    expect(mayDo(actor(lead), 'member.grant', { member: 'li' })).toBe('no');
    expect(mayDo(actor(lead), 'member.grant', { member: 'wu' })).toBe('asks');
    expect(mayDo(actor(lead), 'member.hold', { member: 'li' })).toBe('may');
    const staff = [lead, member('wu', 'lead')];
    expect(mayAsk(actor(lead), { act: 'member.grant', object: { member: 'wu' }, staff })).toBe('nobody could approve');
    expect(mayAsk(actor(lead), { act: 'account.unlock', staff: [lead, member('wu', 'lead', 'held')] })).toBe('nobody could approve');
  });
});

describe('an asked act', () => {
  const now = 1000;
  const asked: AskedAct = { act: 'account.unlock', object: {}, state: 'asked', askedBy: 'li', expiresAt: now + 1, digest: 'd' };
  const right = { approver: actor(member('wu', 'lead')), asker: actor(member('li', 'agent')), now, seen: 'd', computed: 'd' };

  it.each<readonly [string, NotApproved | 'yes', Partial<AskedAct>, Partial<typeof right>]>([
    ['another lead in time', 'yes', {}, {}],
    ['who asked, though a lead', 'own', {}, { approver: actor(member('li', 'lead')), asker: actor(member('li', 'lead')) }],
    ['whom it is about', 'own', { act: 'member.end', object: { member: 'wu' } }, { asker: actor(member('li', 'lead')) }],
    ['an agent', 'role', {}, { approver: actor(member('wu', 'agent')) }],
    ['a held lead', 'role', {}, { approver: actor(member('wu', 'lead', 'held')) }],
    ['no member', 'role', {}, { approver: actor(undefined, 'wu') }],
    ['anybody while nobody is staff', 'role', {}, { approver: { ...actor(undefined, 'wu'), staffed: false } }],
    ['a lead for a held asker', 'asker', {}, { asker: actor(member('li', 'agent', 'held')) }],
    ['a lead for an asker of another role', 'asker', {}, { asker: actor(member('li', 'viewer')) }],
    ['a lead for another asker', 'asker', {}, { asker: actor(member('xu', 'agent')) }],
    ['a lead too late', 'lapsed', { expiresAt: now }, {}],
    ['a lead, approved before', 'answered', { state: 'approved' }, {}],
    ['a lead, refused before', 'answered', { state: 'refused' }, {}],
    ['a lead who saw something else', 'changed', {}, { seen: 'e' }],
    ['a lead, of a row that was changed', 'changed', {}, { computed: 'e' }],
  ])('is approved by %s: %s', (_who, expected, row, approving) => {
    expect(mayApprove({ ...asked, ...row }, { ...right, ...approving })).toBe(expected);
  });

  it('is answered once, in time', () => {
    for (const state of ['asked', 'approved', 'refused'] satisfies ApprovalState[]) {
      for (const expiresAt of [now, now + 1]) {
        const isOpen = state === 'asked' && expiresAt > now;
        expect(afterApproval({ state, expiresAt }, { answer: 'approve', now })).toBe(isOpen ? 'approved' : undefined);
        expect(afterApproval({ state, expiresAt }, { answer: 'refuse', now })).toBe(isOpen ? 'refused' : undefined);
      }
    }
  });
});
