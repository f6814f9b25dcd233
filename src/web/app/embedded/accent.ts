/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/** The least relative luminance of a light surface, and the greatest of a dark one (`tokens.css`). */
const surface = { light: 0.91, dark: 0.016 };

/**
 * The tokens that an accent color changes. In OKLCH lightness moves until the contrast is right, hue and chroma stay;
 * chroma is lowered where sRGB ends. White on the solid ones and the text on any surface have 4.5:1, the focus 3:1.
 */
export function accentTokens(accent: string, dark: boolean): Readonly<Record<string, string>> {
  const [light, a, b] = oklabOf([0, 2, 4].map((at) => Number.parseInt(accent.slice(at, at + 2), 16)) as unknown as Rgb);
  const most = Math.hypot(a, b);
  const hue = Math.atan2(b, a);
  const at = (lightness: number, chroma = most): Rgb => inGamut(lightness, chroma, hue);

  /** The lightness closest to the wanted one whose color lies between two luminances. */
  function fit(wanted: number, least: number, greatest: number): number {
    const luminance = luminanceOf(at(wanted));
    if (luminance >= least && luminance <= greatest) return wanted;
    const isAbove = luminance > greatest;
    let [dim, bright] = isAbove ? [0, wanted] : [wanted, 1];
    for (let step = 0; step < 16; step += 1) {
      const middle = (dim + bright) / 2;
      const found = luminanceOf(at(middle));
      if (isAbove ? found > greatest : found >= least) bright = middle;
      else dim = middle;
    }
    return isAbove ? dim : bright;
  }

  const subtle = dark ? at(0.25, Math.min(most, 0.05)) : at(0.96, Math.min(most, 0.03));
  const behind = dark ? Math.max(surface.dark, luminanceOf(subtle)) : Math.min(surface.light, luminanceOf(subtle));
  const reach = (ratio: number, base: number): readonly [number, number] =>
    dark ? [ratio * (base + 0.05) - 0.05, 1] : [0, (base + 0.05) / ratio - 0.05];
  // In the dark theme a button stays 3:1 brighter than its surface.
  const solid = fit(light, dark ? 3 * (surface.dark + 0.05) - 0.05 : 0, 1.05 / 4.5 - 0.05);
  const text = at(fit(light, ...reach(4.6, behind)));
  const focus = at(fit(light, ...reach(3.1, behind)));
  return {
    '--accent-solid': css(at(solid)),
    '--accent-solid-hover': css(at(solid - 0.04)),
    '--accent-solid-pressed': css(at(solid - 0.09)),
    '--accent-text': css(text),
    '--accent-subtle': css(subtle),
    '--link-line': css(text, 0.45),
    '--text-link': css(text),
    '--border-focus': css(focus),
  };
}

function css([red, green, blue]: Rgb, alpha = 1): string {
  return `rgba(${red},${green},${blue},${alpha})`;
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Relative luminance (WCAG 2). */
function luminanceOf(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => linear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Three = readonly [number, number, number];

const times = ([x, y, z]: Three, [a, b, c]: Three): number => x * a + y * b + z * c;

// Björn Ottosson's matrices (bottosson.github.io/posts/oklab).
function oklabOf(color: Rgb): Three {
  const rgb = color.map((value) => linear(value / 255)) as unknown as Three;
  const lms = [times(rgb, [0.41222, 0.53633, 0.05145]), times(rgb, [0.2119, 0.6807, 0.1074]), times(rgb, [0.0883, 0.28172, 0.62998])].map(
    Math.cbrt,
  ) as unknown as Three;
  return [times(lms, [0.21045, 0.79362, -0.00407]), times(lms, [1.978, -2.42859, 0.45059]), times(lms, [0.0259, 0.78277, -0.80868])];
}

function inGamut(lightness: number, most: number, hue: number): Rgb {
  for (let chroma = most; ; chroma -= 0.004) {
    const lab: Three = [lightness, Math.max(chroma, 0) * Math.cos(hue), Math.max(chroma, 0) * Math.sin(hue)];
    const lms = [times(lab, [1, 0.39634, 0.2158]), times(lab, [1, -0.10556, -0.06385]), times(lab, [1, -0.08948, -1.29149])].map(
      (root) => root ** 3,
    ) as unknown as Three;
    const rgb = [
      times(lms, [4.07674, -3.30771, 0.23097]),
      times(lms, [-1.26844, 2.60976, -0.34132]),
      times(lms, [-0.0042, -0.70342, 1.70761]),
    ].map((value) => Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)));
    if (chroma <= 0 || rgb.every((value) => value >= 0 && value <= 255)) {
      return rgb.map((value) => Math.min(Math.max(value, 0), 255)) as unknown as Rgb;
    }
  }
}
