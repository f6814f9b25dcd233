import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Doubt } from '#server/platform/jobs/jobs.ts';
import { createWorkQueue } from '#server/platform/image/work-queue.ts';
import { avatarRoutes } from './avatar.routes.ts';
import type { SignedIn } from '#server/platform/http/sessions/session-port.ts';
import { beginAvatar, type BegunAvatar } from './begin-avatar.ts';
import { drawLogo } from './finish-avatar.ts';
import { copyAvatar } from './copy-avatar.ts';
import { avatarErasure } from './erase-avatar.ts';
import { orphanJob } from './remove-orphans.ts';

export interface AvatarCapability extends Capability {
  readonly copyAvatar: (input: Parameters<typeof copyAvatar>[1]) => Promise<void>;
  /** Uploads of logos go the same way. */
  readonly logos: Logos;
}

export interface AvatarParts {
  readonly blobs: BlobStore;
  /** Whether an avatar that no account names may go. */
  readonly doubt: Doubt;
}

export interface Logos {
  /** @throws {Refusal} tooFrequent */
  begin(
    session: SignedIn,
    file: { readonly filetype: string; readonly size?: number | undefined; readonly browser: string | undefined },
  ): Promise<BegunAvatar>;
  /** @throws {Refusal} tokenError, avatarRefused */
  draw(session: SignedIn, upload: { readonly sign: string; readonly edge: number }): Promise<Buffer>;
}

export function avatarCapability({ store, journal, gate }: Core, { blobs, doubt }: AvatarParts): AvatarCapability {
  const { db, clock } = store;
  const { audit, log } = journal;
  // Decoding occupies a core for up to half a second.
  const pictures = createWorkQueue({ running: 1, waiting: 8 });
  const { limiter, rateFactor } = gate;
  return {
    routes: [avatarRoutes({ db, clock, audit, limiter, rateFactor, blobs, pictures })],
    jobs: [orphanJob({ db, clock, log, blobs, doubt })],
    erase: [avatarErasure({ db, blobs })],
    logos: {
      begin: (session, file) => beginAvatar({ db, clock, limiter, rateFactor, blobs }, session, { ...file, counted: 'logos' }),
      draw: (session, upload) => drawLogo({ db, clock, blobs, pictures }, session, upload),
    },
    copyAvatar: (input) => copyAvatar({ db, clock, audit, blobs, pictures }, input),
  };
}
