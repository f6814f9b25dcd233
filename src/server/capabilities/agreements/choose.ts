import { choicePurposes, choiceVersion, type ChoicePurpose } from '#contract/vocabulary/consents.ts';
import { storeChoice } from '#server/core/agreements/choices.guarded.ts';
import { readChoices, writeLedger } from '#server/core/agreements/consents.repository.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AnswerTermsDeps, Answering } from './put-terms-off.ts';
import type { TermsDeps } from './show-terms.ts';
import { wayOf } from './way-of.ts';

/** What an account allows beyond the agreements. */
export interface Choice {
  readonly purpose: ChoicePurpose;
  readonly given: boolean;
  /** Moment of the last change; null before the first. Milliseconds. */
  readonly since: number | null;
}

/** Every purpose: nothing is allowed before the account says so. */
export async function listChoices({ store: { db } }: Pick<TermsDeps, 'store'>, { accountId }: Session): Promise<readonly Choice[]> {
  const rows = await readChoices(db, accountId);
  return choicePurposes.map((purpose) => {
    const row = rows.find((one) => one.purpose === purpose);
    return { purpose, given: row?.given === 1, since: row?.since ?? null };
  });
}

/**
 * Gives or withdraws the consent to one purpose, at once and in the same way. A repeat changes nothing.
 * @throws {Refusal} agreementChanged when the text that was shown is not the present one
 */
export async function choose(
  deps: AnswerTermsDeps,
  { session, visit }: Answering,
  { purpose, given, version }: Pick<Choice, 'purpose' | 'given'> & { readonly version: string },
): Promise<Choice> {
  const {
    store: { db, clock },
    journal: { audit },
  } = deps;
  const { account, accountId, sessionId } = session;
  // Taking back needs no knowledge of the present text.
  if (given && version !== choiceVersion) throw new Refusal('agreementChanged', { data: { version: choiceVersion } });
  const at = clock.now();
  await db.tx(async () => {
    if (!(await storeChoice(db, { accountId, purpose, given, version: choiceVersion, at }))) return;
    const { region, language } = account;
    const subject = { type: purpose, version: choiceVersion, digest: '', publication: 0, region, language };
    const act = given ? 'given' : 'withdrawn';
    await writeLedger(db, { accountId, at, act, channel: 'settings', way: wayOf(session), documents: [subject] });
    await audit.record({ event: `choice.${act}`, accountId, sessionId, origin: visit, detail: { purpose, version: choiceVersion } });
  });
  const now = (await listChoices(deps, session)).find((choice) => choice.purpose === purpose);
  return now ?? { purpose, given, since: at };
}
