import { setImmediate as nextTurn } from 'node:timers/promises';
import { day, hour } from '#server/platform/clock.ts';
import type { BlobStore } from './blob-store.ts';

/** Younger files may belong to a running request. */
const graceMs = hour;
const keepMs = 7 * day;
const batch = 200;
const mostADay = 100;
/** The files of one avatar: a small store is tidied too. */
const leastADay = 3;

export interface Tidied {
  /** Files that no row names: put into the trash. */
  readonly discarded: number;
  /** Files in the trash that a row names again. */
  readonly takenBack: number;
  /** Files that were in the trash for a week, and uploads without a row. */
  readonly removed: number;
}

/** Selects the names that rows have. */
type Named = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Puts files that no row names into the trash: at most a hundred a day, and at most a twentieth of all files (three in a
 * small store). Returns a file from the trash when a row names it again, and removes it after a week there. Also removes
 * uploads without a row.
 */
export async function tidyStore(
  store: BlobStore,
  { files: named, uploads: namedUploads }: { readonly files: Named; readonly uploads: Named },
  at: number,
): Promise<Tidied> {
  const today = new Date(at).toISOString().slice(0, 10);
  let [discardedToday, takenBack, removed] = [0, 0, 0];
  for await (const blobs of batches(store.trash.list())) {
    const used = await named(blobs.map(({ name }) => name));
    for (const blob of blobs) {
      if (blob.day === today) discardedToday += 1;
      if (used.has(blob.name)) {
        await store.trash.takeBack(blob);
        takenBack += 1;
      } else if (Date.parse(blob.day) + day + keepMs <= at) {
        await store.trash.remove(blob);
        removed += 1;
      }
    }
  }
  let files = 0;
  const strays: string[] = [];
  for await (const blobs of batches(store.list())) {
    files += blobs.length;
    const old = blobs.flatMap(({ name, changedAt }) => (changedAt > at - graceMs || strays.length >= mostADay ? [] : [name]));
    if (old.length === 0) continue;
    const used = await named(old);
    strays.push(...old.filter((name) => !used.has(name)));
    await nextTurn();
  }
  const most = Math.min(mostADay, Math.max(leastADay, Math.floor(files / 20))) - discardedToday;
  const discarded = strays.slice(0, Math.max(0, most));
  for (const name of discarded) await store.trash.put({ name, day: today });
  for await (const uploads of batches(store.uploads())) {
    const old = uploads.flatMap(({ name, changedAt }) => (changedAt > at - graceMs ? [] : [name]));
    const used = await namedUploads(old);
    for (const name of old.filter((each) => !used.has(each))) {
      await store.removeUpload(name);
      removed += 1;
    }
  }
  return { discarded: discarded.length, takenBack, removed };
}

async function* batches<T>(blobs: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  let some: T[] = [];
  for await (const blob of blobs) {
    some.push(blob);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** For the log: undefined when nothing was to do. */
export function toldTidied({ discarded, takenBack, removed }: Tidied): Tidied | undefined {
  return discarded + takenBack + removed === 0 ? undefined : { discarded, takenBack, removed };
}
