import { guardianDays } from '#contract/vocabulary/children.ts';
import type { Guardians } from '#server/core/protection/freeze/guardians.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { revokeExportsOfGuardian } from '#server/core/rights/exports/exports.guarded.ts';
import type { Store } from '#server/core/store.ts';
import { longPeriodMs } from '#server/core/sign-in/ways/way.ts';
import { day } from '#server/platform/clock.ts';
import { endGuardianship, noteAnswer } from './children.guarded.ts';
import { guardianshipsOf } from './guardianships.repository.ts';

export function createGuardians({ db }: Pick<Store, 'db'>, audit: Audit): Guardians {
  return {
    async endNew({ childId, since, at }) {
      const all = (await guardianshipsOf(db, 'child_id', childId)).filter(({ state }) => state === 'agreed');
      const doubtful = all.filter((one) => one.since >= Math.min(since, at - longPeriodMs));
      for (const { id, guardian_id: guardianId } of doubtful) {
        await endGuardianship(db, id, at);
        await revokeExportsOfGuardian(db, { childId, guardianId });
        await audit.record({ event: 'guardian.ended', accountId: guardianId, origin: { clientIp: '', requestId: '' } });
      }
      // It asks somebody again, and has the whole time for it.
      if (doubtful.length > 0 && doubtful.length === all.length)
        await noteAnswer(db, { childId, answer: 'waiting', dueAt: at + guardianDays.waiting * day, at });
    },
  };
}
