import { cleanText } from '#contract/rules/clean-text.ts';
import { limits } from '#contract/limits.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import type { AddPasskeyDeps } from './add-passkey.ts';

/**
 * A name as it is kept: without what no one can see.
 * @throws {Refusal} badRequest with the failed rule of `name`
 */
export function passkeyName(given: string): string {
  const name = cleanText.name(given);
  if (name.length > limits.passkeyNameMax) throw ruleRefusal({ name: 'len' });
  return name;
}

/**
 * Gives a passkey another name.
 * @throws {Refusal} notFound, badRequest with the failed rule of `name`
 */
export async function renamePasskey(
  { store: { db }, evidence: { passkeys }, journal }: AddPasskeyDeps,
  { session, visit }: Person,
  { id, name: given }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { accountId, sessionId } = session;
  const name = passkeyName(given);
  if (name === '') throw ruleRefusal({ name: 'required' });
  await db.tx(async () => {
    if (!(await passkeys.rename({ accountId, id, name }))) throw new Refusal('notFound', { reason: 'no such passkey' });
    await journal.audit.record({ event: 'passkey.renamed', accountId, sessionId, origin: visit, detail: { passkey: id } });
  });
}
