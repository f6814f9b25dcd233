import type { S3Settings } from '#server/platform/blob/s3-store.ts';
import { onOff, serviceUrl, text } from './parsers.ts';
import { ConfigError, reader, type Parser, type Settings, type Site, type Source } from './setting.ts';

const bucketName: Parser<string> = {
  type: 'bucket name',
  parse(value, { refusal }) {
    if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value)) throw refusal(`must be the name of a bucket, not '${value}'.`);
    return value;
  },
};

export const fileSettings = {
  S3_ENDPOINT: {
    parser: serviceUrl,
    needed: true,
    meaning:
      'Object storage with the API of S3 for avatars instead of DATA_DIR, which this server and browsers must reach; needs S3_BUCKET and the keys.',
  },
  S3_REGION: { parser: text, default: 'us-east-1', meaning: 'The region of the bucket, as used in signatures.' },
  S3_BUCKET: { parser: bucketName, needed: true, meaning: 'The bucket, which nothing else uses.' },
  S3_ACCESS_KEY_ID: { parser: text, needed: true, meaning: 'The key that may get, put, delete and list objects of the bucket.' },
  S3_SECRET_ACCESS_KEY: { parser: text, needed: true, meaning: 'The secret of S3_ACCESS_KEY_ID.' },
  S3_PATH_STYLE: {
    parser: onOff,
    default: 'on',
    meaning: 'Whether the bucket stands in the path (on) or before the host name (off).',
  },
  S3_PUBLIC_URL: {
    parser: serviceUrl,
    meaning: 'A public address, such as a CDN, that serves `avatars/` of the bucket. Without it avatars are read through this server.',
  },
} as const satisfies Settings;

export interface FileConfig {
  /** Object storage for avatars; undefined: they are kept in `dataDir`. */
  readonly objectStorage: S3Settings | undefined;
}

export function readFiles(source: Source, site: Site): FileConfig {
  const read = reader(fileSettings, source, site);
  const parts = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PUBLIC_URL'] as const;
  if (!read.isSet('S3_ENDPOINT')) {
    const lonely = parts.find((name) => read.isSet(name));
    if (lonely !== undefined) throw new ConfigError('S3_ENDPOINT', `must be set together with ${lonely}.`);
    return { objectStorage: undefined };
  }
  const bucket = read('S3_BUCKET');
  return {
    objectStorage: {
      endpoint: read('S3_ENDPOINT'),
      region: read('S3_REGION'),
      bucket,
      accessKeyId: read('S3_ACCESS_KEY_ID'),
      secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
      pathStyle: read('S3_PATH_STYLE'),
      publicUrl: read('S3_PUBLIC_URL'),
    },
  };
}
