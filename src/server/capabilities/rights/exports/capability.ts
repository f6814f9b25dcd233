import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { createDocumentKeys, type DocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import type { KeptRetention } from '#server/core/rights/kept-data/kept-data.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { minute } from '#server/platform/clock.ts';
import type { Belonging } from '#server/platform/installation/belonging.ts';
import type { Job, Jobs } from '#server/platform/jobs/jobs.ts';
import { buildCopies } from './build-copies.ts';
import { queueChildCopy, readCopy, type ChildCopy, type OpenedCopy } from './copies.ts';
import { dataRoutes } from './exports.routes.ts';
import { copyErasure, strayPartsJob } from './erase-copies.ts';

export interface DataParts {
  readonly retention: KeptRetention;
  readonly files: BlobStore;
  readonly avatars: BlobStore;
  readonly brand: InEveryLanguage;
  readonly copyUrl: (ticket: string) => string;
  /** Starts the builder after a request. */
  readonly jobs: Pick<Jobs, 'start'>;
  readonly belonging: Belonging;
}

export interface DataCapability extends Capability {
  /** Builds the copies that wait. */
  readonly job: Job;
  /** See `readCopy`. */
  readonly readCopy: (person: Person, ticket: string) => Promise<OpenedCopy>;
  /** See `queueChildCopy`. */
  readonly queueChildCopy: (copy: ChildCopy) => Promise<void>;
  readonly documentKeys: DocumentKeys;
  /** The sealed files of copies. */
  readonly files: BlobStore;
}

/** Copies wait at most this long for a builder when the one that was told of them is gone. */
const buildEveryMs = minute;

export function dataCapability(core: Core, parts: DataParts): DataCapability {
  const { db, clock } = core.store;
  const { files, jobs, belonging } = parts;
  const poke = () => void jobs.start(job).run();
  const documentKeys = createDocumentKeys(core.store);
  const deps = { ...core, ...parts, poke, documentKeys, issuer: core.evidence.publicUrl };
  const job: Job = {
    everyMs: buildEveryMs,
    failure: 'copies could not be built',
    removes: { files: 'because the time of their copy is over', doubt: belonging.doubt, held: 'stay' },
    run: () => buildCopies(deps),
  };
  return {
    routes: [dataRoutes(deps)],
    jobs: [job, strayPartsJob({ db, files, clock, doubt: belonging.doubtOfStrays })],
    erase: [copyErasure({ db, files })],
    job,
    documentKeys,
    files,
    queueChildCopy: (copy) => queueChildCopy({ ...core, poke }, copy),
    readCopy: (person, ticket) => readCopy({ ...core, files, poke }, person, ticket),
  };
}
