import { staffReasons, type StaffReason } from '#contract/vocabulary/staff-reasons.ts';
import type { Waiting } from '#server/capabilities/operations/desk/acts/do-act.ts';
import { isCaseReference } from '#server/core/operations/staff/case-reference.ts';
import { AdminError, ownOperator } from '#server/admin/admin-command.ts';

/**
 * The name of who acts, as the list of staff has it.
 * @throws {AdminError}
 */
export function operatorOf(given: string | undefined): string {
  return nameOf(given ?? ownOperator(), '--operator');
}

/** @throws {AdminError} */
export function nameOf(name: string, what: string): string {
  if (!/^[\w.-]{1,64}$/.test(name)) throw new AdminError(`${what} must be a name of letters, digits, dots and dashes.`);
  return name;
}

/**
 * One of the reasons that an owner reads in their language.
 * @throws {AdminError}
 */
export function staffReasonOf(given: string | undefined): StaffReason {
  const reason = staffReasons.find((each) => each === given);
  if (reason === undefined) throw new AdminError(`--reason must be one of ${staffReasons.join(', ')}.`);
  return reason;
}

/** @throws {AdminError} */
export function caseOf(given: string | undefined, pattern: RegExp): string {
  if (given === undefined || !isCaseReference(given, pattern)) {
    throw new AdminError('--case must be the number of the case: 4 to 32 capital letters, digits and dashes, and no phone.');
  }
  return given;
}

/**
 * A reason in words.
 * @throws {AdminError}
 */
export function reasonTextOf(given: string | undefined): string {
  const reason = given?.trim() ?? '';
  if (reason === '' || reason.length > 200) throw new AdminError('--reason must say why, in up to 200 characters.');
  return reason;
}

/** The lines for an act that waits for a second member. */
export function waitingText({ approval: { id, act, digest, expires_at } }: Waiting): string {
  return [
    `${act} needs a second member, until ${new Date(expires_at).toISOString()}. Nothing was done yet.`,
    `Another member looks at it (approvals list) and answers: approvals approve ${id} --digest ${digest} --reason <why>`,
  ].join('\n');
}
