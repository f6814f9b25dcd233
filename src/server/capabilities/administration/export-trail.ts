import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { detailTexts } from '#server/core/activity/detail-texts.ts';
import { exportAudit, type ExportDeps } from '#server/core/audit/audit-export.ts';
import type { TimeRange } from '#server/core/audit/audit.repository.ts';
import { approvedOf, type Approval } from '#server/core/operation/approvals.repository.ts';
import { day } from '#server/platform/clock.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { zip, type ZipEntry } from '#server/platform/zip/zip.ts';
import type { AtDesk } from './at-desk.ts';
import { deskAnswer } from './desk-answer.ts';
import { doAct, type ActDeps } from './do-act.ts';

/** More than five: an export is asked for like any act, and signed. */
export interface TrailExportDeps extends ActDeps {
  readonly documentKeys: ExportDeps['documentKeys'];
  readonly issuer: string;
}

/** How long an approved export can be taken. */
const takenMs = day;

/**
 * Asks a lead to let the trail of a time leave.
 * @throws {Refusal} secondPersonNeeded; badRequest for a time that is none
 */
export async function askTrailExport(deps: ActDeps, { session }: AtDesk, { from, to, reason }: TimeRange & { readonly reason: string }) {
  if (!(to > from)) throw ruleRefusal({ to: 'range' });
  const object = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  await deskAnswer(doAct(deps, { act: 'audit.export', operator: session.member, object, reason }, async () => false));
}

/** What a lead has approved for this member, and can be taken still. */
export async function approvedExports({ db, clock }: ActDeps, { session }: AtDesk) {
  const rows = await approvedOf(db, { act: 'audit.export', member: session.member, since: clock.now() - takenMs });
  return rows.map((row) => ({ id: row.id, ...rangeOf(row), until: (row.answered_at ?? 0) + takenMs }));
}

function rangeOf({ object }: Approval): TimeRange {
  const { from = '', to = '' } = detailTexts(object);
  return { from: Date.parse(from), to: Date.parse(to) };
}

/**
 * The trail of an approved export as a ZIP file, made while it is taken. That it left is a row of the trail.
 * @throws {Refusal} deskChanged for one that this member has not asked for, that waits, or whose day is over
 */
export async function takeTrailExport(deps: TrailExportDeps, at: AtDesk, id: string): Promise<AsyncGenerator<Buffer>> {
  const { db, clock, audit } = deps;
  const found = (await approvedExports(deps, at)).find((one) => one.id === id);
  if (found === undefined) throw new Refusal('deskChanged', { reason: 'no approved export' });
  const { from, to } = found;
  await db.tx(async () => {
    const detail = { approval: id, operator: at.session.member, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    await audit.record({ event: 'audit.exported', accountId: null, origin: at.origin, detail });
  });
  return zip(entriesOf(deps, { from, to }), clock.now());
}

async function* entriesOf({ db, clock, documentKeys, issuer }: TrailExportDeps, range: TimeRange): AsyncGenerator<ZipEntry> {
  const lines = new PassThrough();
  const isOver = new AbortController();
  lines.once('close', () => isOver.abort());
  const made = exportAudit({ db, clock, documentKeys, issuer }, range, async (line) => {
    if (!lines.write(line)) await once(lines, 'drain', { signal: isOver.signal });
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
