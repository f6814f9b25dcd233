import { day } from '#server/platform/clock.ts';
import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Value in an account before a choice that is counted or dated: a freeze goes back to it. */
export interface FormerChoicesTable {
  id: string;
  account_id: string;
  /** The moment of the choice. */
  stood_until: number;
  /** `Stood` as JSON. */
  stood: string;
}

export const formerChoices = table<FormerChoicesTable>()({
  name: 'former_choices',
  key: ['id'],
  sweep: [{ past: ['stood_until'], graceMs: 45 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because a freeze goes back to it',
  merge: 'keep',
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'stood_until' },
  columns: {
    id: 'derived from formerChoices',
    account_id: isInternal,
    stood_until: 'in the export as formerChoices, a time',
    stood: 'in the export as formerChoices',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    former_choices: FormerChoicesTable;
  }
}
