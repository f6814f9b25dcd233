import { exportDays } from '#contract/rights/exports/exports.words.ts';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { avatarFile } from '#server/core/account/accounts/profile-image.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { DocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import {
  expireExports,
  failExport,
  finishExport,
  leaseExport,
  mostTries,
  type ExportRow,
} from '#server/core/rights/exports/exports.guarded.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { minutesOf } from '#server/core/protection/rights-counters/rights-counts.ts';
import type { Store } from '#server/core/store.ts';
import type { KeptRetention } from '#server/core/rights/kept-data/kept-data.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { newFileKey, removeSealed, writeSealed } from '#server/platform/blob/sealed-file.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { zip } from '#server/platform/zip/zip.ts';
import { copyEntries } from './copy-entries.ts';

export interface CopyDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly journal: Pick<Journal, 'audit' | 'notices' | 'log'>;
  readonly documentKeys: DocumentKeys;
  /** The sealed files of copies. */
  readonly files: BlobStore;
  readonly avatars: Pick<BlobStore, 'read'>;
  readonly issuer: string;
  readonly brand: InEveryLanguage;
  readonly retention: KeptRetention;
}

/** Longer than a copy of the largest size takes; after it another instance tries again. */
export const copyLeaseMs = 10 * minute;
const retryMs = minute;

/** On all instances together: sign-ins come first. */
const atOnce = 4;

/** The largest copy, as a ZIP file. */
const maxBytes = 256 * 1024 * 1024;

/** Origin of a job: nobody asked from anywhere. */
const byItself = { clientIp: '', requestId: '' } as const;

/**
 * Builds the copies that wait, one after the other, and ends those whose time is over. Any number of instances may do this
 * at once, and any may die at any step: a copy is leased, its file is written under a new name, and one guarded update
 * makes it ready. Returns the number of copies that are ready.
 */
export async function buildCopies(deps: CopyDeps): Promise<number> {
  const { store, journal, files } = deps;
  const { db, clock } = store;
  for (const { id, file, parts, ...row } of await expireExports(db, clock.now())) {
    await journal.audit.record({ event: 'export.expired', accountId: holderOf(row), origin: byItself, detail: { export: id } });
    if (file !== null) await removeSealed(files, { name: file, parts });
  }
  let built = 0;
  for (;;) {
    const row = await leaseExport(db, { at: clock.now(), leaseMs: copyLeaseMs, atOnce });
    if (row === undefined) return built;
    // Its builders died, each time: it must not take one after the other with it.
    if (row.tries > mostTries) {
      await noteFailure(deps, row);
      continue;
    }
    try {
      if (await buildCopy(deps, row)) built += 1;
    } catch (error) {
      journal.log.error({ err: error, export: row.id }, 'a copy could not be built');
      await noteFailure(deps, row);
    }
  }
}

/** False for a copy that was canceled or erased meanwhile, or that another instance builds now. */
async function buildCopy(deps: CopyDeps, row: ExportRow): Promise<boolean> {
  const { store, identity, files } = deps;
  const { db, clock, keyring } = store;
  const account = await identity.accounts.findById(row.account_id);
  const key = newFileKey();
  const name = newId();
  const counted = countPuts(files);
  try {
    if (account === undefined || account.state === 'purged') return false;
    const content = await readCopy(deps, { row, account }, (zipped) => writeSealed(counted.store, { name, key, maxBytes }, zipped));
    const at = clock.now();
    const isReady = await db.tx(async () => {
      const sealedKey = keyring.seal('export-key', key.toString('base64'));
      if (!(await finishExport(db, row, { ...content, file: name, sealedKey, at, expiresAt: at + exportDays * day }))) return false;
      const holder = row.asked_by === '' ? account : await identity.accounts.findById(row.asked_by);
      if (holder !== undefined) await announce(deps, holder, { row, at });
      return true;
    });
    if (!isReady) await removeSealed(files, { name, parts: counted.parts() });
    return isReady;
  } catch (error) {
    await removeSealed(files, { name, parts: counted.parts() }).catch(() => undefined);
    throw error;
  }
}

/** Writes the archive from one moment of the database. */
async function readCopy<Written>(
  { store, documentKeys, avatars, issuer, brand, retention }: CopyDeps,
  { row, account }: { readonly row: ExportRow; readonly account: Account },
  write: (content: AsyncIterable<Buffer>) => Promise<Written>,
): Promise<Written> {
  const { db, clock } = store;
  const { id: accountId, number, profileImage } = account;
  const signer = await documentKeys.signer();
  const avatar = profileImage === null ? undefined : await avatars.read(avatarFile(profileImage, 512));
  const at = clock.now();
  const subject = { exportId: row.id, accountId, number, language: row.language, avatar, at, forGuardian: row.asked_by !== '' };
  return db.snapshot(() => write(zip(copyEntries({ store, issuer, brand, signer, retention }, subject), at)));
}

async function noteFailure({ store, journal }: CopyDeps, row: ExportRow): Promise<void> {
  const { db, clock } = store;
  await db.tx(async () => {
    if ((await failExport(db, row, clock.now() + retryMs)) !== 'failed') return;
    await journal.audit.record({ event: 'export.failed', accountId: holderOf(row), origin: byItself, detail: { export: row.id } });
  });
}

/** The account that may open it. */
function holderOf({ account_id: owner, asked_by: guardian }: Pick<ExportRow, 'account_id' | 'asked_by'>): string {
  return guardian === '' ? owner : guardian;
}

async function announce(
  { journal }: Pick<CopyDeps, 'journal'>,
  account: Account,
  { row, at }: { readonly row: ExportRow; readonly at: number },
): Promise<void> {
  const counts = [minutesOf(at - row.requested_at)];
  await journal.audit.record({ event: 'export.ready', accountId: account.id, origin: byItself, detail: { export: row.id }, counts });
  await tellOwner({ journal }, { account, event: 'exportReady', by: byItself, date: at + exportDays * day });
}

/** Counts the parts of a file that were begun, so that a failure removes them. */
function countPuts(files: BlobStore): { readonly store: Pick<BlobStore, 'put'>; parts(): number } {
  let parts = 0;
  return {
    store: {
      put(name, bytes) {
        parts += 1;
        return files.put(name, bytes);
      },
    },
    parts: () => parts,
  };
}
