import type { FreezeLinks } from '#server/core/protection/notices/freeze-links.ts';
import { tokenLink } from '#server/core/sign-in/links/mail-link.ts';
import { hour } from '#server/platform/clock.ts';

/** Links of notices that lead nowhere, for tests that read the texts. */
export function noFreezeLinks(token: string): FreezeLinks {
  return {
    factsOf: ({ event, place, device, target }) => Promise.resolve({ event, at: 0, place, target, device, ways: [], browser: '' }),
    make: () => Promise.resolve({ link: tokenLink('notice', { token, lifeMs: 72 * hour }), linkKind: 'freeze' }),
  };
}
