import type { WorldStore } from '#server/core/store.ts';
import { deskSessionEndpoints } from '#contract/operations/desk/calls/session.ts';
import { mayApproveSome } from '#contract/operations/desk/decisions.ts';
import { deskSessionSchemas } from '#contract/operations/desk/calls/session.schemas.ts';
import { staffActs, type StaffRole } from '#contract/operations/desk/roles.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import { usedOf } from '#server/core/operations/desk/desk-limits.ts';
import { listApprovals } from '#server/core/operations/staff/approvals.repository.ts';
import { checkDeskProof } from '#server/core/operations/desk/desk-proof.ts';
import { implementDesk } from '#server/core/operations/desk/desk-session.ts';
import { listStaff } from '#server/core/operations/staff/staff.repository.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { signsBy, type CeremonyDeps } from './ceremony.ts';
import type { DeskCookies } from './desk-cookies.ts';
import { beginSession, leaveDesk, type DeskSessionDeps } from './desk-sessions.ts';
import { redeemEntry } from './enter-desk.ts';
import { waitingCounter } from '../rooms/read-queues.ts';
import type { ReviewDeps } from '../rooms/review-app.ts';

export interface DeskSessionRoutesDeps extends DeskSessionDeps {
  readonly store: WorldStore;
  readonly gate: Pick<Gate, 'limiter'>;
  readonly cookies: DeskCookies;
  readonly environment: 'production' | 'development' | 'test';
  readonly release: string;
  readonly deskUrl: string;
  readonly signing: CeremonyDeps;
  readonly rpId: string;
  readonly review: ReviewDeps;
}

/** Whether a role sees what waits. */
const mayReadQueues = (role: StaffRole): boolean => staffActs['queue.read'].grants[role] === 'may';

/** Whether nobody could approve what this lead asks for. */
async function isAlone(db: Db, name: string): Promise<boolean> {
  const staff = await listStaff(db);
  return !staff.some((other) => other.state === 'active' && other.name !== name && mayApproveSome(other.role, 'account.unlock'));
}

export function deskSessionRoutes(deps: DeskSessionRoutesDeps): BoundCalls {
  const { store, cookies } = deps;
  const countWaiting = waitingCounter(deps.review);
  return implementDesk(deskSessionEndpoints, deskSessionSchemas, {
    async deskBegin(call) {
      const url = `${deps.deskUrl}/desk/api${deskSessionEndpoints.deskBegin.path}`;
      const proof = await checkDeskProof(call.requestHeader('desk-proof'), { method: 'POST', url, wall: store.wall });
      const entry = proof && (await redeemEntry(deps, cookies.entryOf(call.requestHeader('cookie'))));
      if (proof === undefined || entry === undefined) throw new Refusal('tokenError', { reason: 'no entry' });
      const { clientIp, requestId } = call;
      const own = cookies.sessionOf(call.requestHeader('cookie'));
      const origin = { clientIp, requestId };
      const { token, ...begun } = await beginSession(deps, { entry, thumbprint: proof.thumbprint, origin, token: own });
      if (token !== undefined) call.header('set-cookie', cookies.session(token, Math.floor((begun.until - store.clock.now()) / 1000)));
      return begun;
    },
    async deskLeave(call) {
      await leaveDesk(deps, call.session, call);
      call.header('set-cookie', cookies.session('', 0));
      call.header('clear-site-data', '"cache", "storage"');
      return {};
    },
    async deskMe({ session }) {
      const { member: name, role, until, idleUntil } = session;
      const limits = {
        opened: await usedOf(deps.gate.limiter, 'opened', session),
        unmasked: await usedOf(deps.gate.limiter, 'unmasked', session),
      };
      const now = store.clock.now();
      const approvals = await listApprovals(store.db, now);
      const own = approvals.filter((row) => row.asked_by !== name && mayApproveSome(role, row.act));
      const queues = mayReadQueues(role) ? await countWaiting() : 0;
      const alone = role === 'lead' && (await isAlone(store.db, name));
      const waiting = { approvals: own.length, queues };
      const signing = { by: await signsBy(deps.signing, session), rpId: deps.rpId };
      return { name, role, until, idleUntil, environment: deps.environment, release: deps.release, waiting, alone, signing, limits, now };
    },
  });
}
