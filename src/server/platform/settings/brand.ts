import { createHash } from 'node:crypto';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';

/** The name of the product and its logo. */
export interface Brand {
  readonly id: InEveryLanguage;
  readonly os: InEveryLanguage;
  /** Undefined: our own logo. */
  readonly logo: Logo | undefined;
}

/** A picture that this server serves, under a name derived from its content. */
export interface Logo {
  readonly path: string;
  readonly type: 'image/svg+xml' | 'image/png';
  readonly bytes: Buffer;
}

/** Every first page view loads it. */
const maxBytes = 64 * 1024;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Content that an SVG must not have: scripts, access to other documents, and references to other files. Where the logo
 * is shown, browsers run and fetch none of that; a file opened alone is under a policy that forbids it too.
 */
const notInDrawings = [
  /<!doctype|<!entity/i,
  /<(?:script|foreignobject|iframe)\b/i,
  /\son\w+\s*=/i,
  /\bhref\s*=\s*["'](?!#)/i,
  /url\(\s*["']?(?!#)/i,
  /@import/i,
];

/**
 * Accepts an SVG or PNG file as a logo, or returns the reason against it, worded to follow the name of a setting.
 * @param bytes the whole file
 */
export function readLogo(bytes: Buffer): Logo | string {
  if (bytes.length > maxBytes) return `must be at most ${maxBytes / 1024} KiB.`;
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return { path: `/brand/${hash}.png`, type: 'image/png', bytes };
  const text = bytes.toString('utf8');
  if (!/^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) return 'must be an SVG or PNG file.';
  if (notInDrawings.some((pattern) => pattern.test(text))) return 'must be an SVG without scripts, events and references to other files.';
  return { path: `/brand/${hash}.svg`, type: 'image/svg+xml', bytes };
}
