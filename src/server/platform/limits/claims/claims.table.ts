import { isBookkeeping, isRandom, shortGraceMs, table } from '#server/platform/db/tables/table.ts';

/** Single-use values from outside the database, such as captcha solutions. The insert is the claim. */
export interface ClaimsTable {
  kind: string;
  id: string;
  claimed_at: number;
  expires_at: number;
}

export const claims = table<ClaimsTable>()({
  name: 'claims',
  key: ['kind', 'id'],
  sweep: [{ past: ['expires_at'], graceMs: shortGraceMs, every: 'minute' }],
  erase: { rows: 'wait', reason: 'because they are random ids of captchas that were solved' },
  restore: 'keep, because what was used stays used',
  merge: 'add',
  data: 'nothing, because they are random ids of captchas that were solved',
  columns: { kind: isBookkeeping, id: isRandom, claimed_at: isBookkeeping, expires_at: isBookkeeping },
});
