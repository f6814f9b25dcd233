import { day } from '#server/platform/clock.ts';

/** Whether the long judges run whole: `npm run model -w lab -- --judges`. */
export const isWhole = process.env['JUDGES'] === 'whole';

/** The number of the day, or that of another one: `npm test` prints it, and JUDGE_SEED gives it again. */
export const judgeSeed = Number(process.env['JUDGE_SEED'] ?? Math.floor(Date.now() / day));

/**
 * The part of a list that a long judge looks at today, one item at least: each comes up once in `of` days. Lists of one judge are
 * shifted by their `turn`, a number or a name, so that together they have each position of `of`.
 */
export function share<T>(items: readonly T[], { of, turn = 0 }: { readonly of: number; readonly turn?: number | string }): readonly T[] {
  const most = Math.min(of, items.length);
  const shift =
    judgeSeed + (typeof turn === 'number' ? turn : Array.from(turn, (letter) => letter.charCodeAt(0)).reduce((sum, code) => sum + code, 0));
  return isWhole ? items : items.filter((_, index) => (index + shift) % most === 0);
}
