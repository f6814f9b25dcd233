import { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { deskPersonSchemas } from '#contract/operations/desk/calls/person.schemas.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { actOnPerson, type ActExtras, type ActOnPersonDeps, type PersonAct, type PersonOrder } from './act-on-person.ts';
import type { AtDesk } from '../session/at-desk.ts';
import { findPerson } from './find-person.ts';
import { readCard, unmask, type CardDeps } from './person-cards.ts';

interface DeskCallLike {
  readonly session: AtDesk['session'];
  readonly clientIp: string;
  readonly requestId: string;
}

/** The member and the request of a call. */
export function atDesk({ session, clientIp, requestId }: DeskCallLike): AtDesk {
  return { session, origin: { clientIp, requestId } };
}

export function deskPersonRoutes(deps: CardDeps & ActOnPersonDeps): BoundCalls {
  const acting = (what: PersonAct) => async (call: DeskCallLike & { readonly body: PersonOrder & ActExtras }) => {
    const { look, version, reason, caseRef, ...extras } = call.body;
    await actOnPerson(deps, atDesk(call), what, { look, version, reason, caseRef, extras });
    return { done: true };
  };
  return implementDesk(deskPersonEndpoints, deskPersonSchemas, {
    deskFind: (call) => findPerson(deps, atDesk(call), call.body),
    async deskCard(call) {
      const { lines, others, ...card } = await readCard(deps, { ...atDesk(call), lang: call.lang }, call.body);
      return { ...card, others: [...others], lines: [...lines] };
    },
    deskUnmask: (call) => unmask(deps, atDesk(call), call.body),
    deskLock: acting('lock'),
    deskFreeze: acting('freeze'),
    deskEndSessions: acting('endSessions'),
    deskUnlock: acting('unlock'),
    deskRestore: acting('restore'),
    deskClaim: acting('claim'),
    deskResend: acting('resend'),
    deskInvite: acting('invite'),
    deskNote: acting('note'),
  });
}
