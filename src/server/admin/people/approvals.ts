import { parseArgs } from 'node:util';
import { answerAskedAct } from '#server/capabilities/operations/desk/acts/answer-approval.ts';
import { doAct, Waiting } from '#server/capabilities/operations/desk/acts/do-act.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { listApprovals, type Approval } from '#server/core/operations/staff/approvals.repository.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';
import { operation, reviewDeps } from '#server/admin/operation.ts';
import { operatorOf, reasonTextOf, waitingText } from './staff-order.ts';

/**
 * `approvals list` and `approvals approve|refuse <id> --digest <digest>`: acts that one member asked for. The digest is
 * that of what `list` has shown, so that nothing else is approved.
 * @throws {AdminError}
 * @throws {StaffRefusal} when this member may not answer, or something has changed
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  console.log(await runApprovals(deps, args));
  return 0;
}

/** Returns the text to print. */
export async function runApprovals(admin: AdminDeps, args: readonly string[]): Promise<string> {
  // One id in 64 begins like an option, and so does one digest.
  const { positionals, values } = parseArgs({
    args: args.map((word) => (/^-[\w-]{21,}$/.test(word) ? `=${word}` : word)),
    allowPositionals: true,
    options: { digest: { type: 'string', default: '' }, reason: { type: 'string' }, operator: { type: 'string' } },
  });
  const unmarked = (word: string) => word.replace(/^=/, '');
  const [, verb = '', id, ...rest] = positionals;
  const operator = operatorOf(values.operator);
  const { db, clock, keyring } = admin;
  const deps = { door: 'shell' as const, db, clock, keyring, audit: createAudit(admin) };
  if (verb === 'list' && id === undefined) {
    const shown = await doAct(deps, { act: 'approval.list', operator, reason: '' }, () => listApprovals(db, clock.now()));
    return shown instanceof Waiting ? waitingText(shown) : listText(shown);
  }
  if ((verb !== 'approve' && verb !== 'refuse') || id === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const order = { id: unmarked(id), operator, answer: verb, digest: unmarked(values.digest), reason: reasonTextOf(values.reason) } as const;
  const { act, asked_by } = await answerAskedAct({ ...deps, operation: operation(admin), review: reviewDeps(admin) }, order);
  return verb === 'approve' ? `Done: ${act}, asked for by ${asked_by}.` : `Refused: ${act}, asked for by ${asked_by}.`;
}

function listText(waiting: readonly Approval[]): string {
  if (waiting.length === 0) return 'Nothing waits for a second member.';
  return waiting
    .map(({ id, act, object, account_id, reason, case_ref, asked_by, expires_at, digest }) => {
      const about = [account_id ?? '', object === '{}' ? '' : object].filter((text) => text !== '').join(' ');
      const until = new Date(expires_at).toISOString();
      return [
        id,
        act,
        about,
        `asked by ${asked_by}`,
        `reason ${reason}`,
        `case ${case_ref || '-'}`,
        `until ${until}`,
        `digest ${digest}`,
      ].join('\t');
    })
    .join('\n');
}
