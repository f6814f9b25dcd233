import { limits } from '#contract/limits.ts';
import type { Audit } from '#server/core/protection/audit/audit.ts';
import { publishBuiltIn } from '#server/core/account/agreements/built-in.ts';
import type { Publication } from '#server/core/account/agreements/document.ts';
import { insertPublication, readPublications, type NewDocument } from '#server/core/account/agreements/publications.repository.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';

export interface PublishDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly audit: Audit;
}

/** A release that the operator wants. */
export interface WantedPublication {
  readonly documents: readonly NewDocument[];
  readonly asks: boolean;
}

/** Why something cannot be published, as a sentence for the operator. */
export class CannotPublish extends Error {}

/**
 * Publishes new versions of agreements in one transaction; every instance follows within ten seconds.
 * @throws {CannotPublish} for a version that exists, and when another publication came first
 */
export async function publishAgreements({ store, audit }: PublishDeps, wanted: WantedPublication): Promise<Publication> {
  const { db, clock } = store;
  await publishBuiltIn(store);
  const { publications, documents } = await readPublications(db);
  const repeated = wanted.documents.find(({ type, version }) => documents.some((one) => one.type === type && one.version === version));
  if (repeated !== undefined)
    throw new CannotPublish(`${repeated.type} ${repeated.version} is published already: a new text needs a new version.`);
  const publication = { number: (publications.at(-1)?.number ?? 0) + 1, origin: 'operator', ...datesOf(wanted, clock.now()) } as const;
  const { number } = publication;
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

/** People learn of a publication a month before they may be held for it, and may put it off for a month once it is in force. */
function datesOf({ asks }: WantedPublication, at: number): Omit<Publication, 'number' | 'origin'> {
  if (!asks) return { publishedAt: at, effectiveAt: at, laterUntil: null };
  const notice = limits.termsNoticeDays * day;
  return { publishedAt: at, effectiveAt: at + notice, laterUntil: at + 2 * notice };
}
