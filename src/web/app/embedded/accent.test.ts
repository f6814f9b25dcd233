import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accentTokens } from './accent.ts';

type Rgb = readonly number[];

/** The tokens as the style sheet writes them, of one theme. */
function token(name: string, dark: boolean): Rgb {
  const css = readFileSync(join(import.meta.dirname, '../../ui/tokens.css'), 'utf8');
  const [, light = '', other = ''] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
  const hex = (dark ? other : light).slice(1);
  const long = hex.length === 3 ? Array.from(hex, (digit) => digit + digit).join('') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
}

/** By the text of WCAG 2.2, apart from the code under test. */
function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const rgb = (value: string | undefined): Rgb => (value?.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

const white: Rgb = [255, 255, 255];

/** A generator with a seed: a failure can be seen again (mulberry32). */
function* colors(seed: number, count: number): Generator<string> {
  yield* ['000000', 'ffffff', '808080', 'ff0000', '00ff00', '0000ff', 'ffff00', '0F7B6C'];
  let state = seed;
  for (let made = 0; made < count; made += 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 8).toString(16).padStart(6, '0');
  }
}

test.each([false, true])('keeps every pair readable, for 1,500 accents (dark: %s)', (dark) => {
  const surfaces = ['bg-canvas', 'bg-surface', 'bg-sunken', 'bg-elevated'].map((name) => token(name, dark));
  expect(surfaces.flat()).toHaveLength(12);
  const failures: string[] = [];
  for (const accent of colors(20_261_124, 1500)) {
    const tokens = accentTokens(accent, dark);
    const of = (name: string): Rgb => rgb(tokens[`--${name}`]);
    const check = (what: string, ratio: number, least: number) => {
      if (!(ratio >= least)) failures.push(`${accent} ${what} ${ratio.toFixed(2)}`);
    };
    for (const solid of ['accent-solid', 'accent-solid-hover', 'accent-solid-pressed']) check(solid, contrast(white, of(solid)), 4.5);
    for (const surface of [...surfaces, of('accent-subtle')]) {
      for (const text of ['accent-text', 'text-link']) check(text, contrast(of(text), surface), 4.5);
      check('border-focus', contrast(of('border-focus'), surface), 3);
    }
    for (const surface of surfaces) check('solid on surface', contrast(of('accent-solid'), surface), 3);
  }
  expect(failures).toEqual([]);
});

test('changes eight tokens, and none of danger', () => {
  const names = Object.keys(accentTokens('0f7b6c', false));
  expect(names).toHaveLength(8);
  expect(names.filter((name) => name.includes('danger'))).toEqual([]);
  expect(accentTokens('0F7B6C', false)['--accent-solid']).toBe('rgba(15,123,108,1)');
});
