import { mergeFields, type LeftOutReason, type MergeField, type MergeSide } from '#contract/account/upgrade/upgrade.words.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { canon, identifier, type Identifier, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import type { ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { LegacyRecord } from '#server/core/account/legacy/legacy-account.ts';
import type { OwnIdentifier } from '#server/core/account/identifiers/proven-contact.ts';
import type { ProofOf, Proven } from '#server/core/account/legacy/upgrade-tickets.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';

/** The effect of a merge on each field for which the legacy account has a value. */
export interface MergePlan {
  /** Fields moved without a question: the target has no value there. */
  readonly takes: readonly MergeField[];
  readonly conflicts: readonly MergeConflict[];
  readonly leftOut: readonly { readonly field: MergeField; readonly reason: LeftOutReason }[];
}

/** A field for which both have a value; texts as they are shown, contacts masked. */
export interface MergeConflict {
  readonly field: MergeField;
  readonly legacy: string;
  readonly target: string;
}

export type MergeChoices = { readonly [Field in MergeField]?: MergeSide | undefined };

type ItemField = Exclude<MergeField, IdentifierKind>;

const nameFields: readonly string[] = ['phone', 'email', 'username', 'nickname'] satisfies readonly IdentifierKind[];

interface Planning {
  readonly record: LegacyRecord;
  readonly target: Account | undefined;
  readonly proven: Proven;
  /** Whether the target's phone may be replaced (`upgrade-sides.ts`); otherwise it stays. */
  readonly mayReplacePhone: boolean;
}

interface PlanDeps {
  readonly identity: Identity;
}

/**
 * Compares a legacy account with the target, or with no target for an upgrade. A contact moves if a ticket has proven it, a
 * name if the current rules allow it; either only while no other account has it. A contact that only the old system had
 * verified fills an empty place, unproven, and replaces none.
 */
export async function planMerge(deps: PlanDeps, { record, target, proven, mayReplacePhone }: Planning): Promise<MergePlan> {
  const takes: MergeField[] = [];
  const conflicts: MergeConflict[] = [];
  const leftOut: { field: MergeField; reason: LeftOutReason }[] = [];
  for (const field of mergeFields) {
    const legacy = shownOf(record, field);
    const own = target === undefined ? '' : shownOfAccount(target, field);
    if (legacy === '' || isSame(record, target, field)) continue;
    // Nobody is asked for a separate consent here: the owner adds the item later, with one.
    if (deps.identity.separate.isSensitive(field)) continue;
    const reason = isName(field) ? await whyLeftOut(deps, { kind: field, record, proven, isFree: own === '' }) : undefined;
    if (reason !== undefined) leftOut.push({ field, reason });
    else if (own === '') takes.push(field);
    else if (field === 'phone' && !mayReplacePhone) leftOut.push({ field, reason: 'kept' });
    else conflicts.push({ field, legacy: masked(field, legacy), target: masked(field, own) });
  }
  return { takes, conflicts, leftOut };
}

/**
 * The fields in which the legacy account's value wins.
 * @throws {Refusal} badRequest with `required` for every conflict without a choice
 */
export function fieldsToMove({ takes, conflicts }: MergePlan, choices: MergeChoices): readonly MergeField[] {
  const open = conflicts.filter(({ field }) => choices[field] === undefined);
  if (open.length > 0) throw ruleRefusal(Object.fromEntries(open.map(({ field }) => [field, 'required'])));
  return [...takes, ...conflicts.filter(({ field }) => choices[field] === 'legacy').map(({ field }) => field)];
}

/** The identifiers among the fields: those with a proof or without a need of one, and contacts that nobody has proven. */
export function identifiersToMove(
  record: LegacyRecord,
  fields: readonly MergeField[],
  proofOf: ProofOf,
): { readonly own: readonly OwnIdentifier[]; readonly unproven: readonly Identifier<'phone' | 'email'>[] } {
  const contacts = (['phone', 'email'] as const)
    .filter((kind) => fields.includes(kind))
    .flatMap((kind) => identifier(kind, record[kind] ?? '') ?? []);
  const names = (['username', 'nickname'] as const)
    .filter((kind) => fields.includes(kind))
    .flatMap((kind) => identifier(kind, record[kind] ?? '') ?? []);
  const proven = contacts.flatMap((contact) => proofOf(contact) ?? []);
  return { own: [...proven, ...names], unproven: contacts.filter((contact) => proofOf(contact) === undefined) };
}

/** Whether a ticket proves one of the contacts that move: an account has one from its first moment. */
export function provesContact(record: LegacyRecord, { takes }: MergePlan, proven: Proven): boolean {
  return (['phone', 'email'] as const).some((kind) => {
    const value = takes.includes(kind) ? canon(kind, record[kind] ?? '') : undefined;
    return value !== undefined && proven.contact(kind, value) !== undefined;
  });
}

/** The profile items among the fields. */
export function itemsToMove(record: LegacyRecord, fields: readonly MergeField[]): ProfileItems {
  return Object.fromEntries(Object.entries(record.items).filter(([item]) => (fields as readonly string[]).includes(item)));
}

export function isContact(field: MergeField): field is 'phone' | 'email' {
  return field === 'phone' || field === 'email';
}

function isName(field: MergeField): field is IdentifierKind {
  return nameFields.includes(field);
}

/** As text, '' for nothing. */
function shownOf(record: LegacyRecord, field: MergeField): string {
  return isName(field) ? (record[field] ?? '') : itemText(record.items[field]);
}

function shownOfAccount(account: Account, field: MergeField): string {
  if (field === 'email') return account.emailShown ?? '';
  return isName(field) ? (account[field] ?? '') : itemText(account[field satisfies ItemField]);
}

function itemText(value: string | number | null | undefined): string {
  return value === undefined || value === null || value === 0 ? '' : String(value);
}

function isSame(record: LegacyRecord, target: Account | undefined, field: MergeField): boolean {
  if (target === undefined) return false;
  if (!isName(field)) return shownOf(record, field) === shownOfAccount(target, field);
  const value = (text: string) => identifier(field, text)?.value;
  return value(shownOf(record, field)) === value(shownOfAccount(target, field));
}

function masked(field: MergeField, value: string): string {
  if (field === 'phone') return maskPhone(value);
  return field === 'email' ? maskEmail(value) : value;
}

async function whyLeftOut(
  { identity: { accounts, words } }: PlanDeps,
  {
    kind,
    record,
    proven,
    isFree,
  }: { readonly kind: IdentifierKind; readonly record: LegacyRecord; readonly proven: Proven; readonly isFree: boolean },
): Promise<LeftOutReason | undefined> {
  const found = identifier(kind, record[kind] ?? '');
  if (!found) return 'refused';
  if (kind === 'phone' || kind === 'email') {
    const wasVerified = kind === 'phone' ? record.phoneIsVerified : record.emailIsVerified;
    if (!(wasVerified && isFree) && !proven.contact(kind, found.value)) return 'unproven';
  } else if (words.isReserved(found.shown) || words.isSensitive(found.shown)) return 'refused';
  return (await accounts.exists(kind, found.value)) ? 'taken' : undefined;
}
