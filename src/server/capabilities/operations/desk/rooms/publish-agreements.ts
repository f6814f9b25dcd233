import { limits } from '#contract/limits.ts';
import { datesOf, givesNotice, type DraftDays } from '#contract/account/agreements/publication-dates.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { publishBuiltIn } from '#server/core/account/agreements/built-in.ts';
import type { Publication } from '#server/core/account/agreements/document.ts';
import { insertPublication, readPublications, type NewDocument } from '#server/core/account/agreements/publications.repository.ts';
import type { Store } from '#server/core/store.ts';

export interface PublishDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly audit: Audit;
}

/** A release that the operator wants. */
export interface WantedPublication extends DraftDays {
  readonly documents: readonly NewDocument[];
}

/** Why something cannot be published, as a sentence for the operator. */
export class CannotPublish extends Error {}

/**
 * Publishes new versions of agreements in one transaction; every instance follows within ten seconds.
 * @throws {CannotPublish} for a version that exists, for dates that give people too little time, and when another
 * publication came first
 */
export async function publishAgreements({ store, audit }: PublishDeps, wanted: WantedPublication): Promise<Publication> {
  const { db, clock } = store;
  await publishBuiltIn(store);
  const { publications, documents } = await readPublications(db);
  const repeated = wanted.documents.find(({ type, version }) => documents.some((one) => one.type === type && one.version === version));
  if (repeated !== undefined)
    throw new CannotPublish(`${repeated.type} ${repeated.version} is published already: a new text needs a new version.`);
  const publishedAt = clock.now();
  const dates = datesOf(wanted, publishedAt);
  if (!givesNotice(dates, publishedAt))
    throw new CannotPublish(`its dates leave people less than ${limits.termsNoticeDays} days: withdraw it, and write another draft.`);
  const number = (publications.at(-1)?.number ?? 0) + 1;
  const publication = { number, origin: 'operator', publishedAt, ...dates } as const;
  const versions = Object.fromEntries(wanted.documents.map(({ type, version }) => [type, version]));
  const isFirst = await db.tx(async () => {
    if (!(await insertPublication(db, publication, wanted.documents))) return false;
    const detail = { number, asks: wanted.asks, ...versions };
    await audit.record({ event: 'publication.published', accountId: null, origin: { clientIp: '', requestId: '' }, detail });
    return true;
  });
  if (!isFirst) throw new CannotPublish('another publication came first.');
  return publication;
}
