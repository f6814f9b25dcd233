import { hash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock, WallClock } from '#server/platform/clock.ts';
import { callOut, NoAnswer, type IncomingAnswer } from '#server/platform/outbound/call-out.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { checkedName, isDay, type BlobStore, type DiscardedBlob, type StoredBlob } from './blob-store.ts';

/** Object storage with the API of S3: AWS, MinIO, Ceph, R2, OSS, COS. */
export interface S3Settings {
  /** Origin, or a path below it, without a trailing slash; browsers must reach it too. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is in the path or in front of the host name. */
  readonly pathStyle: boolean;
  /** The public URL of the objects below `avatars/`; without a trailing slash. */
  readonly publicUrl: string | undefined;
}

export interface S3StoreOptions extends S3Settings {
  /** Signatures have the time that the store has. */
  readonly clock: Clock & WallClock;
  /** Avatars, which a CDN may serve, or sealed files, which only this server reads. */
  readonly holds?: 'avatars' | 'sealed files';
  /** Milliseconds for one exchange with the store. */
  readonly timeoutMs?: number;
}

interface ObjectCall {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The statuses that count as answers; all others mean that the store does not work. */
  readonly expected: readonly number[];
  readonly maxBytes?: number;
}

const prefixes = { avatars: 'avatars/', 'sealed files': 'sealed/' } as const;
const uploadsPrefix = 'uploads/';

/** Headers that a CDN in front of the bucket passes on; the CDN must add the policy of documents. */
const fileHeaders = {
  'content-type': 'image/webp',
  'content-disposition': 'inline; filename="avatar.webp"',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

const sealedHeaders = { 'content-type': 'application/octet-stream', 'cache-control': 'private, no-store' } as const;

/** Larger than all of our files; lists of 1,000 objects have about 300 KiB. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** The origin for uploads from browsers. */
export function uploadOrigin(settings: S3Settings): string {
  return bucketUrl(settings).origin;
}

async function* nothing(): AsyncGenerator<never> {}

/**
 * Files in object storage: `avatars/` (or `sealed/`) for stored files, `trash/` for those put aside, `uploads/` for uploads
 * from browsers. Requests go only to the
 * configured URL, without redirects, each signed (AWS Signature Version 4). An upload uses a URL for one key, one type,
 * one number of bytes and the life of its ticket. All operations are idempotent: a broken one is retried once.
 * @throws {Refusal} unavailable, from every operation, when the store does not answer correctly in time
 */
export function openS3Store(options: S3StoreOptions): BlobStore {
  const { clock, timeoutMs = 5000, holds = 'avatars' } = options;
  const filesPrefix = prefixes[holds];
  const trashPrefix = `trash/${filesPrefix}`;
  // No name of a file begins like this.
  const markKey = `${filesPrefix}.installation`;
  const publicUrl = holds === 'avatars' ? options.publicUrl : undefined;
  const headersOfFile = holds === 'avatars' ? fileHeaders : sealedHeaders;
  const cache = new Map<string, ArrayBuffer>();
  const base = bucketUrl(options);

  async function exchange({ method, key, query = {}, headers = {}, body, maxBytes = maxAnswerBytes }: ObjectCall): Promise<IncomingAnswer> {
    const url = new URL(`${base.href}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const bytes = body === undefined ? undefined : new Uint8Array(body);
    const signed = await signer(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', bytes ?? '', 'hex') },
    }).sign();
    return callOut(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      timeoutMs,
      maxBytes,
      ...(bytes === undefined ? {} : { body: bytes }),
    });
  }

  async function ask(call: ObjectCall): Promise<IncomingAnswer> {
    const answer = await exchange(call)
      // The peer may have closed a kept connection.
      .catch((error: unknown) => (error instanceof NoAnswer && error.outcome !== 'timeout' ? exchange(call) : Promise.reject(error)))
      .catch((error: unknown) => {
        throw error instanceof NoAnswer ? new Refusal('unavailable', { reason: `object storage: ${error.message}` }) : error;
      });
    if (call.expected.includes(answer.status)) return answer;
    throw new Refusal('unavailable', { reason: `object storage: ${call.method} answered ${answer.status} ${errorCode(answer)}` });
  }

  function signer(
    url: URL,
    request: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly query?: true },
  ) {
    const { accessKeyId, secretAccessKey, region } = options;
    const datetime = new Date(clock.wall()).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
    const { method, headers, query = false } = request;
    const keys = { accessKeyId, secretAccessKey, region, service: 's3', cache, datetime };
    return new AwsV4Signer({ ...keys, method, url: url.href, headers, signQuery: query, allHeaders: true });
  }

  /** Without the objects of others: those stay untouched. */
  async function* list(prefix: string): AsyncIterable<StoredBlob> {
    for await (const { name, changedAt } of below(prefix)) if (isName(name) && !Number.isNaN(changedAt)) yield { name, changedAt };
  }

  async function* below(prefix: string): AsyncIterable<StoredBlob> {
    let next: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) };
      const page = (await ask({ method: 'GET', key: '', query, expected: [200] })).bytes.toString('utf8');
      for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const name = element(entry, 'Key')?.slice(prefix.length) ?? '';
        yield { name, changedAt: Date.parse(element(entry, 'LastModified') ?? '') };
      }
      next = element(page, 'IsTruncated') === 'true' ? element(page, 'NextContinuationToken') : undefined;
    } while (next !== undefined);
  }

  async function get(key: string, range: Readonly<Record<string, string>> = {}): Promise<Buffer | undefined> {
    const { status, bytes } = await ask({ method: 'GET', key, headers: range, expected: [200, 206, 404, 416] });
    // 416: the object is empty, without even a first byte.
    return status === 404 ? undefined : status === 416 ? Buffer.alloc(0) : bytes;
  }

  const remove = async (key: string): Promise<void> => void (await ask({ method: 'DELETE', key, expected: [200, 204, 404] }));

  /** Copies an object before its removal: object storage renames nothing. */
  async function move(from: string, to: string): Promise<void> {
    const bytes = await get(from);
    if (bytes === undefined) return;
    await ask({ method: 'PUT', key: to, headers: headersOfFile, body: bytes, expected: [200] });
    await remove(from);
  }

  const fileKey = (name: string) => `${filesPrefix}${checkedName(name)}`;
  const inTrash = ({ name, day }: DiscardedBlob) => `${trashPrefix}${day}/${checkedName(name)}`;

  return {
    async beginUpload({ id, contentType, bytes, expiresAt }) {
      if (bytes === undefined) throw new Refusal('badRequest', { reason: 'object storage must know the size of an upload' });
      const url = new URL(`${base.href}${uploadsPrefix}${checkedName(id)}`);
      url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.floor((expiresAt - clock.now()) / 1000))));
      // Signed headers: the store accepts only this size and this type.
      const headers = { 'content-type': contentType, 'content-length': String(bytes) };
      const signed = await signer(url, { method: 'PUT', headers, query: true }).sign();
      return { url: signed.url.href, file: id };
    },

    receive: undefined,

    async readUpload(file, maxBytes) {
      const bytes = await get(`${uploadsPrefix}${checkedName(file)}`, { range: `bytes=0-${maxBytes}` });
      return bytes === undefined || bytes.length > maxBytes ? undefined : bytes;
    },

    removeUpload: async (file) => remove(`${uploadsPrefix}${checkedName(file)}`),

    // Browsers upload no sealed files: the uploads of the bucket are those of avatars.
    uploads: () => (holds === 'avatars' ? list(uploadsPrefix) : nothing()),

    async put(name, bytes) {
      await ask({ method: 'PUT', key: fileKey(name), headers: headersOfFile, body: bytes, expected: [200] });
    },

    read: async (name) => get(fileKey(name)),

    publicUrl: publicUrl === undefined ? undefined : (name) => `${publicUrl}/${fileKey(name)}`,

    remove: async (name) => remove(fileKey(name)),

    list: () => list(filesPrefix),

    mark: {
      read: async () => (await get(markKey))?.toString('utf8'),
      write: async (text) =>
        void (await ask({ method: 'PUT', key: markKey, headers: sealedHeaders, body: Buffer.from(text), expected: [200] })),
    },

    trash: {
      put: async (blob) => move(fileKey(blob.name), inTrash(blob)),
      takeBack: async (blob) => move(inTrash(blob), fileKey(blob.name)),
      remove: async (blob) => remove(inTrash(blob)),
      async *list() {
        for await (const { name: path } of below(trashPrefix)) {
          const [day = '', name = '', ...rest] = path.split('/');
          if (isDay(day) && isName(name) && rest.length === 0) yield { name, day };
        }
      },
    },

    place: `the bucket ${options.bucket} (${filesPrefix})`,
  };
}

/** With a trailing slash. */
function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(`${endpoint}/`);
  if (pathStyle) url.pathname += `${bucket}/`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

function isName(name: string): boolean {
  try {
    return checkedName(name) === name;
  } catch {
    return false;
  }
}

/** The text of an element without children. */
function element(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found?.replaceAll(/&(amp|lt|gt|quot|apos|#39|#34);/g, (_entity, which: string) => entities[which] ?? '');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#34': '"' };

function errorCode({ bytes }: IncomingAnswer): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? '';
}
