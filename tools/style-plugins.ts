import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Writes `(width < 768px)` as `(max-width: 767.98px)`: before Chromium 104 engines know no ranges, nor the `not` without
 * a media type to which the build would lower this one.
 */
export function mediaWidths(): Plugin {
  return {
    name: 'media-widths',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({
        code: code.replaceAll(/\((?:(\d+px) <= )?width < ([\d.]+)(px|em)\)/g, (_, from: string | undefined, to: string, unit: string) =>
          [...(from === undefined ? [] : [`(min-width: ${from})`]), `(max-width: ${(Number(to) - 0.02).toFixed(2)}${unit})`].join(' and '),
        ),
        map: null,
      }),
    },
  };
}

/** Names of few bytes for the design tokens, which every page carries. Names that a program sets are no tokens. */
export function shortTokens(): Plugin {
  const tokens = readFileSync(resolve(import.meta.dirname, '../src/web/ui/tokens.css'), 'utf8').matchAll(/^ {2}(--[\w-]+):/gm);
  const names = new Map(
    Array.from(new Set(Array.from(tokens, ([, name = '']) => name)), (name, index) => [name, `--${index.toString(36)}`]),
  );
  return {
    name: 'short-tokens',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/web\/.*(?:\.css|\.tsx|\/embedded\/\w+\.ts)$/, code: '--' },
      handler: (code) => ({ code: code.replaceAll(/--[a-z][\w-]*/gi, (name) => names.get(name) ?? name), map: null }),
    },
  };
}
