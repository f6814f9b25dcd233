import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { limits } from '#contract/limits.ts';
import { publishAgreements } from '#server/capabilities/operations/desk/rooms/publish-agreements.ts';
import { builtInDocuments } from '#server/core/account/agreements/built-in.ts';
import { bodyOf, digestOf, type Publication } from '#server/core/account/agreements/document.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** Days from a test publication until an account is held for it. */
export const daysUntilHeld = 2 * limits.termsNoticeDays;

/** Publishes a new version of both agreements, which asks for an answer unless `asks` is false. */
export async function publishTerms(app: TestApp, version: string, { asks = true } = {}): Promise<Publication> {
  const documents = builtInDocuments().map((document) => {
    const body = bodyOf({
      title: `${document.type} of {brand}`,
      sections: [{ heading: version, paragraphs: [`${document.region} ${document.language}`] }],
    });
    return { ...document, version, body, digest: digestOf(body), changes: [{ kind: 'changed' as const, text: `Now {brand} ${version}` }] };
  });
  const { keyring } = app.wiring;
  const deps = { store: { db: app.db, clock: app.clock }, audit: createAudit({ db: app.db, clock: app.clock, keyring }) };
  const publication = await publishAgreements(deps, { documents, asks, effectiveDay: '', laterUntilDay: '' });
  await app.wiring.core.identity.agreements.follow();
  return publication;
}

/** Both agreements in a version. */
export function inVersion(version: string) {
  return agreementTypes.map((type) => ({ type, version }));
}
