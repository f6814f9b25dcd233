import { NotAPicture, squareImages } from '#server/platform/image/square-image.ts';
import { hostileImages } from '#server/testing/hostile-images.ts';
import type { Row } from './report.ts';

const files = 200;
const seed = 20_260_115;
const sizes = [512, 256, 96] as const;

/** The most expensive of two hundred hostile avatars, and the memory that they leave behind, in this process. */
export async function measureHostileImages(): Promise<readonly Row[]> {
  const images = await hostileImages(files, seed);
  const before = process.memoryUsage.rss();
  let dearest = { name: '', seconds: 0 };
  let most = before;
  for (const { name, bytes } of images) {
    const started = performance.now();
    await squareImages(bytes, sizes).catch((error: unknown) => {
      if (!(error instanceof NotAPicture)) throw error;
    });
    const seconds = (performance.now() - started) / 1000;
    if (seconds > dearest.seconds) dearest = { name, seconds };
    most = Math.max(most, process.memoryUsage.rss());
  }
  return [
    { name: 'hostile avatar, the slowest', value: dearest.seconds, unit: 's', aim: { atMost: 1 }, note: `of ${files}: ${dearest.name}` },
    { name: 'memory for hostile avatars', value: (most - before) / 1_048_576, unit: 'MiB', aim: { atMost: 256 } },
  ];
}
