import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { call } from '#web/lib/api/api.ts';
import { sendFile } from '#web/lib/api/send-file.ts';
import type { OwnApp } from '../use-developer.ts';

interface Logo {
  readonly filetype: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly app: OwnApp;
}

/**
 * Saves a picture as an app's logo; the server draws it again.
 * @throws {RefusalError}
 */
export async function saveLogo(file: Blob, { filetype, app: { clientID: id, version } }: Logo): Promise<OwnApp> {
  const { sign, uploadUrl } = await call(developerEndpoints.beginLogo, { params: { id }, body: { filetype, size: file.size } });
  await sendFile(file, uploadUrl);
  return call(developerEndpoints.finishLogo, { params: { id }, body: { version, sign } });
}
