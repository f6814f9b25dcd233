import { avatarFile, avatarSizes } from '#server/core/account/accounts/profile-image.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import type { Db } from '#server/core/database/db.ts';
import { findProfileImage, findUploadFiles } from './uploads.repository.ts';

/** Erases the avatar of an account and the uploads for one. */
export function avatarErasure({ db, blobs }: { readonly db: Db; readonly blobs: BlobStore }): ErasedModule {
  return {
    kind: 'avatar',
    count: async (accountId) => ((await findProfileImage(db, accountId)) === null ? 0 : 1),
    async eraseFiles(accountId) {
      const base = await findProfileImage(db, accountId);
      if (base !== null) for (const size of avatarSizes) await blobs.remove(avatarFile(base, size));
      for (const file of await findUploadFiles(db, accountId)) await blobs.removeUpload(file);
    },
  };
}
