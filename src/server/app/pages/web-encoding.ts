import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const deflate = promisify(gzip);

/** Compressions, ordered by the size of our files, smallest first (ADR 13). */
export const compressions = ['br', 'zstd', 'gzip'] as const;

export type Compression = (typeof compressions)[number];
export type Encoding = Compression | 'identity';

/** File name suffix of the compressed copy. */
export const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', zstd: '.zst', gzip: '.gz', identity: '' };

/**
 * The encoding with the highest weight in Accept-Encoding, the smallest among equals (RFC 9110 section 12.5.3). `q=0`
 * refuses; `*` selects none, because the client may support none.
 */
export function encodingFor(header: string | undefined): Encoding {
  const weights = new Map((header ?? '').toLowerCase().split(',').map(weighed));
  const weightOf = (encoding: Compression): number => weights.get(encoding) ?? 0;
  const best = Math.max(...compressions.map(weightOf));
  return best > 0 ? (compressions.find((encoding) => weightOf(encoding) === best) ?? 'identity') : 'identity';
}

function weighed(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}

/** Maximum compression, because the result is kept. Runs in the thread pool. */
export function compress(content: Buffer, encoding: Compression): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
    case 'zstd':
      // 19, because 22 makes none of our files smaller. Browsers refuse a window beyond 8 MiB (RFC 9659).
      return zstd(content, {
        pledgedSrcSize: content.length,
        params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 23 },
      });
    case 'gzip':
      return deflate(content, { level: 9 });
  }
}
