import { expect, it } from 'vitest';
import { staffEvents } from '#contract/vocabulary/staff-events.ts';
import { toldToOwner } from './without-staff.ts';

const authority = JSON.stringify({ operator: 'li.wei', reason: 'authority', case: 'CASE-12' });
const told = (event: string, isQuiet: boolean, detail = authority) => toldToOwner({ event, detail }, isQuiet);

it('a copy has each act of staff that the owner’s list has, also during a hold that the law hides', () => {
  expect(staffEvents.filter((event) => !told(event, true))).toEqual([]);
});

it('a copy has a hold, a look and a read for an authority once the law allows it, and a request of members for a hold never', () => {
  for (const event of ['data.held-quietly', 'operator.looked-quietly', 'desk.read'])
    expect([told(event, true), told(event, false), told(event, true, '{"reason":"asked"}')]).toEqual([false, true, true]);
  expect(told('approval.asked', false, '{"act":"data.hold","reason":"authority"}')).toBe(false);
});
