import type { Locator } from '@playwright/test';
import jsQr from 'jsqr';
import sharp from 'sharp';

/** The text of a code, as another program reads it from a picture of the screen. */
export async function scan(screen: Locator): Promise<string> {
  const picture = sharp(await screen.screenshot()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const found = jsQr.default(new Uint8ClampedArray(data), info.width, info.height);
  if (found === null) throw new Error('no code in the picture');
  return found.data;
}
