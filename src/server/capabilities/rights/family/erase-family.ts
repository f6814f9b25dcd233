import { guardianDays } from '#contract/vocabulary/children.ts';
import { noteAnswer } from '#server/core/rights/family/children.guarded.ts';
import { guardianshipsOf, removeGuardianships } from '#server/core/rights/family/guardianships.repository.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';

/** Erases the guardianships of an account. Children whose last guardian it was wait for another one. */
export function familyErasure({ db, clock }: Pick<Store, 'db' | 'clock'>): ErasedModule {
  return {
    kind: 'family',
    count: () => Promise.resolve(0),
    async eraseRows(accountId) {
      const children = (await guardianshipsOf(db, 'guardian_id', accountId)).filter(({ state }) => state === 'agreed');
      await removeGuardianships(db, accountId);
      const at = clock.now();
      for (const { child_id: childId } of children) {
        if ((await guardianshipsOf(db, 'child_id', childId)).some(({ state }) => state === 'agreed')) continue;
        await noteAnswer(db, { childId, answer: 'waiting', dueAt: at + guardianDays.waiting * day, at });
      }
    },
  };
}
