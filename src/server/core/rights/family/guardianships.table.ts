import type { GuardianRelation } from '#contract/vocabulary/children.ts';
import { day } from '#server/platform/clock.ts';
import { isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** The consent of an account to that of a child: `agreed` ⇄ `withdrawn` → `ended`. Times are milliseconds. */
export interface GuardianshipsTable {
  id: string;
  child_id: string;
  guardian_id: string;
  relation: GuardianRelation;
  state: Guarded<'agreed' | 'withdrawn' | 'ended'>;
  /** Version of the text to which the guardian agreed. */
  version: string;
  since: number;
  ended_at: Guarded<number | null>;
}

/** Days that a guardianship stays listed in copies after the end of childhood. */
const endedDays = 90;

export const guardianships = table<GuardianshipsTable>()({
  name: 'guardianships',
  key: ['id'],
  sweep: [{ past: ['ended_at'], graceMs: endedDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'by capabilities/rights/family/erase-family.ts' },
  restore: 'keep, because the job ends again what childhood has ended, and a guardian can withdraw again',
  merge: 'keep',
  data: { topic: 'agreements', basis: 'law', until: 'account', since: 'since', of: ['child_id', 'guardian_id'] },
  columns: {
    id: isRandom,
    child_id: isInternal,
    guardian_id: isInternal,
    relation: 'in the export as guardians',
    state: 'in the export as guardians',
    version: 'in the export as guardians',
    since: 'in the export as guardians, a time',
    ended_at: 'in the export as guardians, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    guardianships: GuardianshipsTable;
  }
}
