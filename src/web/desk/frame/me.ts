import { createContext, useContext } from 'react';
import { mayApproveSome, mayDo } from '#contract/operations/desk/decisions.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import type { deskSessionEndpoints } from '#contract/operations/desk/calls/session.ts';
import type { DeskData } from '#web/desk/desk-call.ts';

/** The member, as the server knows them. */
export type Me = DeskData<typeof deskSessionEndpoints.deskMe>;

export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error('There is no member.');
  return me;
}

/** Grant of the member for an act: the same function decides on the server. */
export function mayOf({ name, role }: Pick<Me, 'name' | 'role'>, act: StaffAct): 'may' | 'asks' | 'no' {
  return mayDo({ via: 'desk', name, staffed: true, member: { name, role, state: 'active' } }, act);
}

/** Whether the member sees anything of an act: does it, asks for it, or approves it. */
export function concerns(me: Pick<Me, 'name' | 'role'>, act: StaffAct): boolean {
  return mayOf(me, act) !== 'no' || mayApproveSome(me.role, act);
}
