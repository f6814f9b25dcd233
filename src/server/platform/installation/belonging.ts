import type { BlobStore, StoredBlob } from '#server/platform/blob/blob-store.ts';
import { hour, type Clock } from '#server/platform/clock.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import type { Db } from '#server/platform/db/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { Doubt, Job } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/observation/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countSeen, doubtInstallation, nameInstallation, readInstallation } from './installation.repository.ts';

/** A store of files, and which of them rows of the database name. */
export interface OwnedStore {
  readonly store: Pick<BlobStore, 'mark' | 'place' | 'list'>;
  readonly named: (files: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface BelongingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly stores: readonly OwnedStore[];
  readonly hasAccounts: () => Promise<boolean>;
}

/** Whether database and stores are of one installation, so that nothing is removed on the word of another database. */
export interface Belonging {
  /** Why no file of a row may be removed now; undefined when it may. */
  readonly doubt: Doubt;
  /** Why nothing may be removed because no row names it. */
  readonly doubtOfStrays: Doubt;
  readonly job: Job;
}

/** What a store has written of its installation. */
interface Mark {
  readonly installation: string;
  readonly seen: number;
}

/** What is found of a database and a store at a start. */
export interface Found {
  readonly id: string | null;
  readonly hasAccounts: boolean;
  readonly mark: string | undefined;
  readonly files: 'none' | 'named' | 'strange';
}

/** Files that are looked at to learn whether a database knows a store. */
const sample = 100;

/**
 * Compares the database with its stores, and marks those that are new.
 * @throws {DatabaseUnusable} when a store has the files of another database
 */
export async function openBelonging(deps: BelongingDeps): Promise<Belonging> {
  const { db, clock, log } = deps;
  let unsure: string | undefined = 'the stores of files were not compared with the database yet';
  let isUnread = true;

  /** A store that is away delays no start: nothing is removed until it was compared. */
  async function compareNow(): Promise<void> {
    try {
      await compare(deps);
      unsure = undefined;
      isUnread = false;
    } catch (error) {
      unsure = error instanceof Error ? error.message : String(error);
      isUnread = error instanceof Refusal;
      if (!isUnread) throw error;
      log.warn({ err: error }, 'a store of files could not be compared with the database: nothing is removed until it was');
    }
  }

  await compareNow();

  async function doubt(): Promise<string | undefined> {
    if (isUnread) await compareNow();
    if (unsure !== undefined) return unsure;
    const { doubted_until: until } = await readInstallation(db);
    return until !== null && clock.now() < until
      ? `the database is older than its files until ${new Date(until).toISOString()}`
      : undefined;
  }

  return {
    doubt,
    async doubtOfStrays() {
      const own = await doubt();
      if (own !== undefined) return own;
      const { rests_until: until } = await readInstallation(db);
      if (clock.now() < until) return `the database was restored: files rest until ${new Date(until).toISOString()}`;
      return (await deps.hasAccounts()) ? undefined : 'the database has no accounts';
    },
    job: { everyMs: hour, failure: 'database and stores of files are not of one installation', removes: 'nothing', run: compareNow },
  };
}

async function compare(deps: BelongingDeps): Promise<void> {
  const { db, clock, log, stores } = deps;
  // Before the id of the database: another instance writes its id first.
  const marks = await Promise.all(stores.map(async ({ store }) => readMark(store)));
  const { id, seen, doubted_until: doubted, settled } = await readInstallation(db);
  const hasAccounts = await deps.hasAccounts();
  for (const [index, owned] of stores.entries()) {
    const found = { id, hasAccounts, mark: marks[index]?.installation, files: await filesOf(owned, clock.now()) };
    const reason = refusal(found);
    if (reason !== undefined) throw new DatabaseUnusable(sentence(reason, found, owned.store.place));
  }
  const known = marks.flatMap((mark) => mark ?? []);
  await nameInstallation(db, known[0]?.installation ?? newId());
  const latest = Math.max(0, ...known.map((mark) => mark.seen));
  if (latest > seen && settled === 0 && (doubted === null || clock.now() < doubted)) {
    if (doubted !== null) return;
    await doubtInstallation(db, clock.now());
    log.warn(
      'the database is older than its files, as an earlier copy is: no file is removed for a day (restore settle, docs/operations.md)',
    );
    return;
  }
  const counted = await countSeen(db, latest);
  const { id: installation } = await readInstallation(db);
  for (const { store } of stores) await store.mark.write(JSON.stringify({ installation, seen: counted }));
}

/** @throws {DatabaseUnusable} for one that this version did not write */
export async function readMark(store: Pick<BlobStore, 'mark' | 'place'>): Promise<Mark | undefined> {
  const text = await store.mark.read();
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
    return text === undefined ? undefined : (JSON.parse(text) as Mark);
  } catch (cause) {
    throw new DatabaseUnusable(`the mark "installation" of ${store.place} cannot be read: restore it from a backup, or remove it`, {
      cause,
    });
  }
}

async function filesOf({ store, named }: OwnedStore, at: number): Promise<Found['files']> {
  const blobs: StoredBlob[] = [];
  for await (const blob of store.list()) if (blobs.push(blob) === sample) break;
  if (blobs.length === 0) return 'none';
  // A younger one may be of a request that nobody finished.
  const old = blobs.flatMap(({ name, changedAt }) => (changedAt > at - hour ? [] : [name]));
  return old.length === 0 || (await named(old)).size * 2 >= old.length ? 'named' : 'strange';
}

/** Why a database and a store do not go together; undefined when they do. */
export function refusal({ id, hasAccounts, mark, files }: Found): 'other' | 'empty' | 'strange' | undefined {
  if (files !== 'none' && !hasAccounts) return 'empty';
  if (mark === undefined) return files === 'strange' ? 'strange' : undefined;
  // A copy of the database from before it had an id, beside its own files.
  if (id === null) return files === 'named' ? undefined : 'other';
  return mark === id ? undefined : 'other';
}

function sentence(reason: 'other' | 'empty' | 'strange', { id, mark }: Found, place: string): string {
  const what = {
    other: `${place} belongs to the installation ${mark}, and this database is ${id ?? 'a new one'}`,
    empty: `${place} has files, and this database has no accounts`,
    strange: `${place} has files that this database does not name, and no mark`,
  }[reason];
  return `${what}: set DATABASE_URL, DATA_DIR and S3_BUCKET to those that belong together (docs/design/durability.md, "Files and their database"). Nothing was removed`;
}
