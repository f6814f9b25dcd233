import { isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

export type AppTesterState = 'invited' | 'accepted' | 'refused';

/** People who may sign in to an app while it is tested. */
export interface AppTestersTable {
  id: string;
  client_id: string;
  /** Null where nobody has the account that the developer typed: the list shows it like any other. */
  account_id: string | null;
  /** Sealed: what the developer typed. */
  typed: string;
  state: Guarded<AppTesterState>;
  invited_at: number;
}

export const appTesters = table<AppTestersTable>()({
  name: 'app_testers',
  key: ['id'],
  sweep: 'never, because they belong to their app, and there are 25 of each at most',
  erase: { rows: 'go', of: 'by core/apps/developer/app-testers.repository.ts' },
  restore: 'keep, because developer and tester can end it at any time',
  merge: 'keep',
  data: { topic: 'apps', basis: 'choice', until: 'removal', since: 'invited_at', of: ['account_id'] },
  columns: {
    id: isRandom,
    client_id: 'in the export as ownAppTests',
    account_id: isInternal,
    typed: 'derived from ownAppTests',
    state: 'in the export as ownAppTests',
    invited_at: 'in the export as ownAppTests, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    app_testers: AppTestersTable;
  }
}
