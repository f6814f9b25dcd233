import { statements } from './statements.ts';

/** A guardian's copy of a child, which may wait for days, takes no place of the child's own one. */
export const copies = statements([
  `drop index exports_under_way`,
  `create unique index exports_under_way on exports (account_id, asked_by) where state in ('queued', 'building')`,
]);
