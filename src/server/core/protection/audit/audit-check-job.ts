import type { Db } from '#server/core/database/db.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';
import type { AuditChainDeps } from './audit-chain.ts';
import { faultsSince, headOf, insertCheck, lastCheck, type AuditCheck } from './audit-checks.repository.ts';
import { verifyAuditSlice, type AuditFault, type AuditSlice } from './verify-audit.ts';

export interface AuditCheckDeps extends AuditChainDeps {
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Takes each check that found faults, in the transaction that notes it. */
  readonly alarm?: (faults: readonly AuditFault[]) => Promise<void>;
}

const everyMs = 5 * minute;
/** A pass over the whole chain begins a week after the one before began. */
const passMs = 7 * day;
/** Slices of the pass in one run: the servers have other work. */
const slicesOfPass = 2;

/**
 * Verifies what was sealed since the check before, every five minutes, and the whole chain in slices, once a week. Of all
 * servers, the first one of each five minutes does it.
 */
export function auditCheckJob(deps: AuditCheckDeps): Job {
  return {
    everyMs,
    removes: 'nothing',
    failure: 'the audit trail could not be verified',
    async run() {
      const at = deps.clock.now();
      const isFirst = await claimOnce(deps.db, { kind: 'audit check', id: String(Math.floor(at / everyMs)), at, expiresAt: at + everyMs });
      if (isFirst) await checkAudit(deps);
    },
  };
}

/** Verifies what is new, and the next slices of a pass that is due. */
export async function checkAudit(deps: AuditCheckDeps): Promise<void> {
  const { db, clock } = deps;
  for (;;) {
    const at = clock.now();
    const before = await lastCheck(db, 'new');
    const slice = await verifyAuditSlice(deps, headOf(before));
    if (slice.seals > 0 || slice.faults.length > 0) await note(deps, slice, { kind: 'new', begun_at: at });
    if (slice.isEnd) break;
  }
  for (let count = 0; count < slicesOfPass; count += 1) {
    const at = clock.now();
    const before = await lastCheck(db, 'whole');
    const isOver = before === undefined || before.done === 1;
    if (isOver && before !== undefined && at - before.begun_at < passMs) return;
    const slice = await verifyAuditSlice(deps, isOver ? undefined : headOf(before));
    if (slice.seals === 0 && isOver) return;
    await note(deps, slice, { kind: 'whole', begun_at: isOver ? at : before.begun_at });
    if (slice.isEnd) return;
  }
}

async function note(
  { db, clock, log, alarm }: AuditCheckDeps,
  { from, head, faults, isEnd }: AuditSlice,
  pass: Pick<AuditCheck, 'kind' | 'begun_at'>,
): Promise<void> {
  const found = { from_seal: from, through: head.number, head: head.mac, faults: faults.length, done: isEnd ? 1 : 0 };
  await db.tx(async () => {
    await insertCheck(db, { id: newId(), ...pass, ...found, at: clock.now() });
    if (faults.length > 0) await alarm?.(faults);
  });
  const line = { through: head.number, mac: head.mac };
  if (faults.length === 0) log.info(line, 'the audit trail was verified');
  else log.error({ ...line, faults: faults.slice(0, 10) }, 'the audit trail is NOT as it was written');
}

/** How far the chain is verified. Times are in milliseconds. */
export interface ChainState {
  readonly through: number;
  readonly head: string;
  readonly at: number;
  /** Found by checks of new seals in the last week, or by the last pass over everything, whichever is more. */
  readonly faults: number;
  /** Beginning of the last pass over the whole chain; undefined before the first one. */
  readonly wholeAt: number | undefined;
  readonly wholeThrough: number;
}

/** Undefined before the first check. */
export async function chainState({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: AuditChainDeps['clock'];
}): Promise<ChainState | undefined> {
  const last = await lastCheck(db, 'new');
  if (last === undefined) return undefined;
  const whole = await lastCheck(db, 'whole');
  const ofNew = await faultsSince(db, { kind: 'new', since: clock.now() - passMs });
  const ofWhole = whole === undefined ? 0 : await faultsSince(db, { kind: 'whole', since: whole.begun_at });
  const { through, head, at } = last;
  return { through, head, at, faults: Math.max(ofNew, ofWhole), wholeAt: whole?.begun_at, wholeThrough: whole?.through ?? 0 };
}
