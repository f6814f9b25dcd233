/** Radii of a set of rings, in the units of its square. */
export interface RingShape {
  readonly size: number;
  readonly from: number;
  readonly to: number;
  /** Mean distance between two rings. */
  readonly step: number;
}

const points = 30;
const harmonics = [1, 2, 3, 4] as const;

/**
 * Concentric contours like the growth rings of a tree, each as an SVG path: a radius with four low harmonics, which
 * grow and turn slightly from ring to ring. The same seed draws the same tree.
 */
export function ringPaths(seed: number, { size, from, to, step }: RingShape): readonly string[] {
  const random = generator(seed);
  const waves = harmonics.map((order) => ({
    order,
    phase: random() * 2 * Math.PI,
    turn: (random() - 0.5) * 0.5,
    height: (0.008 + random() * 0.01) / Math.sqrt(order),
  }));
  const paths: string[] = [];
  for (let radius = from; radius <= to; radius += step * (0.7 + random() * 0.6)) {
    const grown = 0.6 + (0.8 * radius) / to;
    const at = (index: number): readonly [number, number] => {
      const angle = (2 * Math.PI * index) / points;
      const bent = waves.reduce(
        (sum, { order, phase, turn, height }) => sum + height * Math.cos(order * angle + phase + (turn * radius) / to),
        1,
      );
      const length = radius * (1 + (bent - 1) * grown);
      return [size / 2 + length * Math.cos(angle), size / 2 + length * Math.sin(angle)];
    };
    paths.push(closedCurve(Array.from({ length: points }, (_, index) => at(index))));
  }
  return paths;
}

/** A smooth closed curve through the points (Catmull-Rom as cubic Béziers). */
function closedCurve(through: readonly (readonly [number, number])[]): string {
  const n = through.length;
  const at = (index: number) => through[(index + n) % n] ?? [0, 0];
  const text = ([x, y]: readonly [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const curves = through.map((start, index) => {
    const [before, end, behind] = [at(index - 1), at(index + 1), at(index + 2)];
    const first: readonly [number, number] = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6];
    const second: readonly [number, number] = [end[0] - (behind[0] - start[0]) / 6, end[1] - (behind[1] - start[1]) / 6];
    return `C${text(first)} ${text(second)} ${text(end)}`;
  });
  return `M${text(at(0))}${curves.join('')}Z`;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
