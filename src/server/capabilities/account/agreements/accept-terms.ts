import { languages } from '#contract/vocabulary/languages.ts';
import type { AcceptedAgreement } from '#server/core/account/agreements/agreements.ts';
import { writeLedger } from '#server/core/account/agreements/consents.repository.ts';
import type { LegalDocument } from '#server/core/account/agreements/document.ts';
import { acceptThrough } from '#server/core/account/agreements/terms.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AnswerTermsDeps, Answering } from './put-terms-off.ts';
import { wayOf } from '#server/core/account/choices/way-of.ts';

/** The texts that were on screen. */
export interface AcceptedTexts {
  readonly publication: number;
  readonly documents: readonly (AcceptedAgreement & { readonly digest: string })[];
}

/**
 * Accepts the changed agreements in the texts that were shown, for all sessions of the account: only the newest
 * publication, and each text by its digest. A repeat changes nothing.
 * @throws {Refusal} agreementChanged when there is a newer publication, or a text is another one
 */
export async function acceptTerms(deps: AnswerTermsDeps, { session, visit }: Answering, shown: AcceptedTexts): Promise<void> {
  const {
    store: { db, clock },
    identity: { agreements },
    journal: { audit },
  } = deps;
  const { account, accountId, sessionId } = session;
  const at = clock.now();
  const owed = agreements.owedBy(account, at);
  if (owed === undefined && shown.publication <= account.terms.through) return;
  const documents = (owed?.versions ?? []).map((version) => shownText(deps, session, { version, shown }));
  if (owed?.publication.number !== shown.publication || documents.includes(undefined))
    throw new Refusal('agreementChanged', { reason: 'other documents are owed', data: { agreements: owed?.versions ?? [] } });
  const texts = documents.filter((document) => document !== undefined);
  const detail = Object.fromEntries(texts.map(({ type, version, digest }) => [type, `${version} ${digest.slice(0, 16)}`]));
  await db.tx(async () => {
    if (!(await acceptThrough(db, accountId, shown.publication))) return;
    await writeLedger(db, { accountId, at, act: 'accepted', channel: 'gate', way: wayOf(session), documents: texts });
    await audit.record({ event: 'agreement.accepted', accountId, sessionId, origin: visit, detail });
  });
}

/** The text of an agreement that was on screen, in whichever language; undefined if it was another one. */
function shownText(
  { identity: { agreements } }: AnswerTermsDeps,
  { account }: Answering['session'],
  { version, shown }: { readonly version: AcceptedAgreement; readonly shown: AcceptedTexts },
): LegalDocument | undefined {
  const given = shown.documents.find(({ type }) => type === version.type);
  return languages
    .map((language) => agreements.find({ ...version, region: account.region, language }))
    .find((document) => document?.digest === given?.digest && document?.version === given?.version);
}
