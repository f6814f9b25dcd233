import type { FreezeLinks } from '#server/core/protection/notices/freeze-links.ts';

/** Links of notices that lead nowhere, for tests that read the texts. */
export function noFreezeLinks(href: string): FreezeLinks {
  return {
    factsOf: ({ event, place, target }) => Promise.resolve({ event, at: 0, place, target, device: '', ways: [], browser: '' }),
    make: () => Promise.resolve({ href, hours: 72, isPlain: false }),
  };
}
