import type { ActivityPosition } from './activity.ts';

/** Splits what was found into one page and the cursor of the next; one more than a page was asked for. */
export function pageOf<Entry extends ActivityPosition>(
  found: readonly Entry[],
  size: number,
): { readonly page: readonly Entry[]; readonly next: string } {
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  return { page, next: last === undefined ? '' : `${last.at}.${Buffer.from(last.id).toString('base64url')}` };
}

/** The place that a cursor names; undefined without one. */
export function positionOf(cursor: string | undefined): ActivityPosition | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = ''] = cursor.split('.');
  return { at: Number(at), id: Buffer.from(id, 'base64url').toString() };
}
