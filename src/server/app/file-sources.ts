import { uploadOrigin } from '#server/platform/blob/s3-store.ts';
import type { Config } from '#server/platform/settings/config.ts';

/** The origins of object storage that pages send files to and show files from; empty without object storage. */
export interface FileSources {
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

/** The sources that a page's policy must allow for the configured object storage. */
export function fileSources({ objectStorage: storage }: Pick<Config, 'objectStorage'>): FileSources {
  if (storage === undefined) return { connect: [], img: [] };
  return { connect: [uploadOrigin(storage)], img: storage.publicUrl === undefined ? [] : [new URL(storage.publicUrl).origin] };
}
