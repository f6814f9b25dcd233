import type { TermsState } from '#contract/account/agreements/consents.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { acceptedDocuments } from '#server/core/account/agreements/agreements.ts';
import { lastAccepted, noteShown, wasShown } from '#server/core/account/agreements/consents.repository.ts';
import { askedState, nextAgeReminder } from '#server/core/account/agreements/asked-age.ts';
import type { LegalDocument } from '#server/core/account/agreements/document.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { addRightsCounts } from '#server/core/protection/rights-counters/rights-counters.repository.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { nextReminder } from './put-terms-off.ts';
import { wayOf } from '#server/core/account/choices/way-of.ts';

export interface TermsDeps {
  readonly store: Store;
  readonly identity: Identity;
}

/** The changed agreements that wait for an answer. Times are milliseconds. */
export interface ShownTerms {
  readonly state: TermsState;
  readonly owed:
    | { readonly number: number; readonly effectiveAt: number; readonly laterUntil: number; readonly remindAt: number | undefined }
    | undefined;
  /** The question about the age, unless it is answered or put off. */
  readonly age: { readonly until: number; readonly remindAt: number | undefined } | undefined;
  /** With the version that the account accepted last, or ''. */
  readonly documents: readonly { readonly document: LegalDocument; readonly previous: string }[];
}

/** The changed agreements that wait for an answer of this account; notes once a day that they were shown. */
export async function showTerms({ store: { db, clock }, identity }: TermsDeps, session: Session, language: Language): Promise<ShownTerms> {
  const { account, accountId } = session;
  const { agreements } = identity;
  const at = clock.now();
  const owed = agreements.owedBy(account, at);
  const [state, age] = [agreements.stateOf(account, at), shownAge(agreements.askedUntil(account, at), account, at)];
  if (owed === undefined) return { state, owed: undefined, age, documents: [] };
  const documents = acceptedDocuments(agreements, owed, { region: account.region, language });
  const { number, effectiveAt, laterUntil } = owed.publication;
  await db.tx(async () => {
    const isFirst = await noteShown(db, { accountId, at, channel: 'gate', way: wayOf(session), documents, day: Math.floor(at / day) });
    if (!isFirst || at < laterUntil || (await wasShown(db, { accountId, from: laterUntil, before: at }))) return;
    await addRightsCounts(db, { accountId, names: ['terms.held'], at });
  });
  const accepted = await lastAccepted(db, accountId);
  const remindAt = at < laterUntil ? await nextReminder(db, { account, owed, at }) : undefined;
  return {
    state,
    age,
    owed: { number, effectiveAt, laterUntil, remindAt },
    documents: documents.map((document) => ({
      document,
      previous: accepted.find(({ type }) => type === document.type)?.version ?? '',
    })),
  };
}

function shownAge(until: number | undefined, account: Session['account'], at: number): ShownTerms['age'] {
  if (until === undefined || askedState(until, account, at) === 'none') return undefined;
  return { until, remindAt: at < until ? nextAgeReminder(account, { at, until }) : undefined };
}
