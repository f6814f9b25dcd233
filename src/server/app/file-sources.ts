import { uploadOrigin } from '#server/platform/blob/s3-store.ts';
import type { Config } from '#server/platform/config.ts';

/** The origins of object storage that pages send files to and show files from; none where there is none. */
export interface FileSources {
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

/** What the policy of a page must allow for the object storage that is configured, and for no other. */
export function fileSources({ objectStorage: storage }: Pick<Config, 'objectStorage'>): FileSources {
  if (storage === undefined) return { connect: [], img: [] };
  return { connect: [uploadOrigin(storage)], img: storage.publicUrl === undefined ? [] : [new URL(storage.publicUrl).origin] };
}
