import { avatarSizes } from '#server/core/account/accounts/profile-image.ts';
import { replaceProfileImage } from '#server/core/account/accounts/profile-image.repository.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import { squareImages } from '#server/platform/image/square-image.ts';
import { removeAvatar, storeAvatar, type FinishAvatarDeps } from './finish-avatar.ts';

/**
 * Makes an external picture the avatar of a new account: decoded and drawn again like an upload.
 *
 * Turn in the queue → decode → files, durably → one transaction: the account points at them, audit.
 *
 * @throws {NotAPicture}
 * @throws {Refusal} unavailable when too many pictures wait
 */
export async function copyAvatar(
  { pictures, blobs, db, audit, clock }: FinishAvatarDeps,
  {
    accountId,
    bytes,
    origin,
  }: { readonly accountId: string; readonly bytes: Buffer; readonly origin: Pick<Origin, 'clientIp' | 'requestId'> },
): Promise<void> {
  await pictures.run(async () => {
    const base = await storeAvatar(blobs, await squareImages(bytes, avatarSizes));
    const replaced = await db.tx(async () => {
      const found = await replaceProfileImage(db, { accountId, base, at: clock.now() });
      if (found !== undefined) await audit.record({ event: 'avatar.changed', accountId, origin });
      return found;
    });
    if (replaced === undefined) await removeAvatar(blobs, base);
  });
}
