import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { platforms } from '#contract/vocabulary/platforms.ts';

/** The compiler sees no styles: it requires the mark of a new platform, but not its color. */
const read = (path: string) => readFileSync(new URL(`../src/web/${path}`, import.meta.url), 'utf8');

it.each(platforms)('the mark of %s has a color', (platform) => {
  expect(read('ui/tokens.css')).toMatch(new RegExp(`^\\s*--brand-${platform}: `, 'm'));
  expect(read('widgets/social/platform-mark.module.css')).toContain(`.mark.${platform} {\n  color: var(--brand-${platform});`);
});
