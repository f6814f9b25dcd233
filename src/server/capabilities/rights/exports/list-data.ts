import { fileOfTopic } from '#contract/vocabulary/kept-data.ts';
import { countRowsOf, countValuesOf } from '#server/core/rights/kept-data/kept-data.repository.ts';
import { keptTopics, type KeptRetention, type KeptTopic } from '#server/core/rights/kept-data/kept-data.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';

export interface ListDataDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly retention: KeptRetention;
}

/** A topic with the rows of one account. `since` is in milliseconds. */
export interface CountedTopic extends Omit<KeptTopic, 'tables' | 'parts'> {
  readonly count: number;
  readonly more: boolean;
  readonly since: number | null;
  readonly file: string;
}

/** Rows beyond this number are not counted. */
const mostCounted = 10_000;

/** Kept data of the session's account, from the declarations of the tables. */
export async function listData(
  { store, retention }: ListDataDeps,
  { accountId }: Pick<Session, 'accountId'>,
): Promise<readonly CountedTopic[]> {
  const counted: CountedTopic[] = [];
  const of = { accountId, at: store.clock.now(), retention };
  for (const { tables: own, parts, ...topic } of keptTopics(store.db.tables, retention)) {
    let count = 0;
    const moments: number[] = [];
    for (const table of own) {
      const found = await countRowsOf(store.db, table, { ...of, limit: mostCounted + 1 });
      count += found.count;
      if (found.since !== null && found.since > 0) moments.push(found.since);
    }
    for (const part of parts) count += await countValuesOf(store.db, part, of);
    const since = moments.length === 0 ? null : Math.min(...moments);
    counted.push({ ...topic, count: Math.min(count, mostCounted), more: count > mostCounted, since, file: fileOfTopic(topic.topic) });
  }
  return counted;
}
