import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import { exportAudit, type ExportDeps } from '#server/core/protection/audit/audit-export.ts';
import type { TimeRange } from '#server/core/protection/audit/audit.repository.ts';
import { approvedOf, type Approval } from '#server/core/operations/staff/approvals.repository.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { zip, type ZipEntry } from '#server/platform/zip/zip.ts';
import type { AtDesk } from '../session/at-desk.ts';
import { deskAnswer } from '../acts/desk-answer.ts';
import { doAct, type ActDeps } from '../acts/do-act.ts';

export interface TrailExportDeps extends ActDeps {
  readonly documentKeys: ExportDeps['documentKeys'];
  readonly issuer: string;
}

/** How long an approved export can be taken. */
const takenMs = day;

/**
 * Asks a lead to let the trail of a time leave.
 * @throws {Refusal} secondPersonNeeded; badRequest for an invalid time
 */
export async function askTrailExport(deps: ActDeps, { session }: AtDesk, { from, to, reason }: TimeRange & { readonly reason: string }) {
  if (!(to > from)) throw ruleRefusal({ to: 'range' });
  const object = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  await deskAnswer(doAct(deps, { act: 'audit.export', operator: session.member, object, reason }, async () => false));
}

/** Exports that a lead has approved for this member and that can still be taken. */
export async function approvedExports({ db, clock }: Pick<ActDeps, 'db' | 'clock'>, member: string) {
  const rows = await approvedOf(db, { act: 'audit.export', member, since: clock.now() - takenMs });
  return rows.map((row) => ({ id: row.id, ...rangeOf(row), until: (row.answered_at ?? 0) + takenMs }));
}

function rangeOf({ object }: Approval): TimeRange {
  const { from = '', to = '' } = detailTexts(object);
  return { from: Date.parse(from), to: Date.parse(to) };
}

/**
 * The time of an approved export, which its member takes now. That it left is a row of the trail.
 * @throws {Refusal} deskChanged for one that this member has not asked for, that waits, or whose day is over
 */
export async function takeApproved(
  { db, clock, audit }: Pick<ActDeps, 'db' | 'clock' | 'audit'>,
  { id, member, origin }: { readonly id: string; readonly member: string; readonly origin: AtDesk['origin'] },
): Promise<TimeRange> {
  const found = (await approvedExports({ db, clock }, member)).find((one) => one.id === id);
  if (found === undefined) throw new Refusal('deskChanged', { reason: 'no approved export' });
  const { from, to } = found;
  await db.tx(async () => {
    const detail = { approval: id, operator: member, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    await audit.record({ event: 'audit.exported', accountId: null, origin, detail });
  });
  return { from, to };
}

/**
 * The trail of an approved export as a ZIP file, made while it is taken.
 * @throws {Refusal} deskChanged
 */
export async function takeTrailExport(
  deps: TrailExportDeps,
  { session: { member }, origin }: AtDesk,
  id: string,
): Promise<AsyncGenerator<Buffer>> {
  const range = await takeApproved(deps, { id, member, origin });
  return zip(entriesOf(deps, range), deps.clock.now());
}

async function* entriesOf({ db, clock, documentKeys, issuer }: TrailExportDeps, range: TimeRange): AsyncGenerator<ZipEntry> {
  const lines = new PassThrough();
  const made = exportAudit({ db, clock, documentKeys, issuer }, range, async (line) => {
    if (!lines.write(line)) await once(lines, 'drain');
  });
  made.then(
    () => lines.end(),
    (error: unknown) => lines.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  yield { path: 'trail.jsonl', bytes: lines };
  const { manifest, jws } = await made;
  yield textEntry('manifest.json', manifest);
  yield textEntry('manifest.jws', `${jws}\n`);
}

function textEntry(path: string, text: string): ZipEntry {
  return {
    path,
    bytes: (async function* bytes() {
      yield Buffer.from(text);
    })(),
  };
}
