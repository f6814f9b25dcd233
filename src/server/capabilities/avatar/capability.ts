import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { createWorkQueue } from '#server/platform/image/work-queue.ts';
import { avatarRoutes } from './avatar.routes.ts';
import { copyAvatar } from './copy-avatar.ts';
import { avatarErasure } from './erase-avatar.ts';
import { orphanJob } from './remove-orphans.ts';

export interface AvatarCapability extends Capability {
  readonly copyAvatar: (input: Parameters<typeof copyAvatar>[1]) => Promise<void>;
}

export function avatarCapability({ store, journal, gate }: Core, blobs: BlobStore): AvatarCapability {
  const { db, clock } = store;
  const { audit, log } = journal;
  // Decoding occupies a core for up to half a second.
  const pictures = createWorkQueue({ running: 1, waiting: 8 });
  const { limiter, rateFactor } = gate;
  return {
    routes: [avatarRoutes({ db, clock, audit, limiter, rateFactor, blobs, pictures })],
    jobs: [orphanJob({ db, clock, log, blobs })],
    erase: [avatarErasure({ db, blobs })],
    copyAvatar: (input) => copyAvatar({ db, clock, audit, blobs, pictures }, input),
  };
}
