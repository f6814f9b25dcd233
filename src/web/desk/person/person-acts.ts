import { useEffect } from 'react';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import type { DeskKey } from '#web/desk/texts.ts';

interface PersonAct<Name extends string> {
  readonly name: Name;
  readonly act: StaffAct;
  readonly title: DeskKey;
  readonly isDanger?: true;
}

/** Acts that take or tell, in the order of the page of a person. */
export const plainActs = [
  { name: 'endSessions', act: 'sessions.end', title: 'dk.act.end' },
  { name: 'lock', act: 'account.lock', title: 'dk.act.lock', isDanger: true },
  { name: 'freeze', act: 'account.freeze', title: 'dk.act.freeze', isDanger: true },
  { name: 'unlock', act: 'account.unlock', title: 'dk.act.unlock' },
] as const satisfies readonly PersonAct<string>[];

/** Acts that give something back or tell something. */
export const furtherActs = [
  { name: 'restore', act: 'deletion.restore', title: 'dk.act.restore' },
  { name: 'claim', act: 'recovery.claim', title: 'dk.act.claim' },
  { name: 'invite', act: 'recovery.invite', title: 'dk.back' },
  { name: 'note', act: 'person.note', title: 'dk.note' },
] as const satisfies readonly PersonAct<string>[];

/** Acts with their own dialog. */
export const ownActs = [
  { name: 'enter', act: 'request.answer', title: 'dk.rq.add' },
  { name: 'except', act: 'exception.ask', title: 'dk.ex.ask' },
] as const satisfies readonly PersonAct<string>[];

/** Every act on a person, for the palette. */
export const personActs: readonly PersonAct<string>[] = [...plainActs, ...furtherActs, ...ownActs];

/** Reactions of a page when an act is chosen in the palette, by its name. */
export type Offers = Readonly<Record<string, () => void>>;

const offered = new Map<string, Offers>();

/** Offers acts in the palette while a part of a page is shown. */
export function useOffers(part: string, offers: Offers): void {
  useEffect(() => {
    offered.set(part, offers);
    return () => {
      if (offered.get(part) === offers) offered.delete(part);
    };
  });
}

/** Acts that are offered now. */
export function offersNow(): Offers {
  return Object.assign({}, ...offered.values());
}
