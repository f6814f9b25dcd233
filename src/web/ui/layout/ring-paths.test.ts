import { expect, test } from 'vitest';
import { ringPaths } from './ring-paths.ts';

const shape = { size: 96, from: 26, to: 44, step: 5.5 };

test('draws the same tree for the same seed, and another tree for another seed', () => {
  expect(ringPaths(7, shape)).toEqual(ringPaths(7, shape));
  expect(ringPaths(7, shape)).not.toEqual(ringPaths(8, shape));
});

test.each([1, 2, 3, 4, 5, 99])('keeps the rings of seed %i apart and inside the square', (seed) => {
  const radii = ringPaths(seed, shape).map((path) => {
    const corners = path.match(/[\d.-]+/g)?.map(Number) ?? [];
    const points = corners.flatMap((x, index) => (index % 2 === 0 ? [Math.hypot(x - 48, (corners[index + 1] ?? 48) - 48)] : []));
    return { least: Math.min(...points), most: Math.max(...points) };
  });
  expect(radii.length).toBeGreaterThan(2);
  radii.forEach(({ most }, index) => {
    expect(most).toBeLessThan(48);
    expect(radii[index + 1]?.least ?? 99).toBeGreaterThan(most * 0.9);
  });
});
