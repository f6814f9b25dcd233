import { describe, expect, it } from 'vitest';
import { specRules, specTexts, specToasts } from '#contract/fixtures/specification.ts';
import { accountScenes } from '#web/testing/specification/account-scenes.ts';
import { play, type Scene } from '#web/testing/specification/scene.ts';
import { visitorScenes } from '#web/testing/specification/visitor-scenes.ts';

const scenes: readonly (readonly [string, Scene])[] = Object.entries({ ...visitorScenes, ...accountScenes });

describe('the specification', () => {
  it.each(scenes)('has its texts in %s', async (_name, scene) => {
    await expect(play(scene)).resolves.toBeUndefined();
  });

  it('has no text that nobody can see', () => {
    const quoted = [
      ...Object.values(specRules).flatMap((rules) => Object.values<string>(rules)),
      ...Object.values(specToasts),
      ...specTexts,
    ];
    const seen = new Set(scenes.flatMap(([, { texts }]) => Object.keys(texts)));
    expect([...new Set(quoted)].filter((text) => !seen.has(text)).toSorted()).toEqual([]);
  });
});
