type Matrix = readonly (readonly [number, number, number])[];

/** Linear sRGB from CIE XYZ under D50, which profiles use (IEC 61966-2-1 with the Bradford adaptation). */
const srgbOfXyz: Matrix = [
  [3.1341, -1.6174, -0.4906],
  [-0.9788, 1.9163, 0.0334],
  [0.072, -0.229, 1.4057],
];

/**
 * The matrix from the linear colors of a profile to linear sRGB; undefined without three readable primaries. Nothing else
 * of the profile is read: converters of whole profiles have a history of faults.
 */
export function toSrgb(icc: Buffer): Matrix | undefined {
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => primaryOf(icc, name));
  const [red, green, blue] = primaries;
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return srgbOfXyz.map(([x, y, z]) => [red, green, blue].map(([px, py, pz]) => x * px + y * py + z * pz) as [number, number, number]);
}

/** The value of a tag in a table of at most a hundred (ICC.1 7.3 and 10.31). */
function primaryOf(icc: Buffer, name: string): readonly [number, number, number] | undefined {
  const tags = icc.length < 132 ? 0 : Math.min(icc.readUInt32BE(128), 100);
  for (let tag = 0; tag < tags; tag += 1) {
    const at = 132 + tag * 12;
    if (at + 12 > icc.length) return undefined;
    const value = icc.readUInt32BE(at + 4);
    if (icc.toString('latin1', at, at + 4) !== name || value + 20 > icc.length) continue;
    const [x, y, z] = [8, 12, 16].map((offset) => icc.readInt32BE(value + offset) / 65_536);
    if (x !== undefined && y !== undefined && z !== undefined) return [x, y, z];
  }
  return undefined;
}

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

function encoded(part: number): number {
  const within = Math.min(1, Math.max(0, part));
  return Math.round(255 * (within <= 0.003_130_8 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055));
}

/** Changes RGB pixels to sRGB in place. The curve is that of sRGB, as in Display P3. */
export function recolor(pixels: Buffer, channels: number, matrix: Matrix): void {
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    const [r, g, b] = [0, 1, 2].map((channel) => linear[pixels[at + channel] ?? 0] ?? 0) as [number, number, number];
    matrix.forEach(([x, y, z], channel) => (pixels[at + channel] = encoded(x * r + y * g + z * b)));
  }
}
