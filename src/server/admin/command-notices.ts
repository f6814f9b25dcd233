import { createLinks } from '#server/core/sign-in/links/links.ts';
import { createFreezeLinks } from '#server/core/protection/notices/freeze-links.ts';
import { createGather } from '#server/core/protection/notices/gather-notices.ts';
import { createNotices, type Notices } from '#server/core/protection/notices/notices.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { nowhere } from '#server/platform/geo/places.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { AdminDeps } from './admin-command.ts';

/** Messages of a command go to the outbox; the running server sends them. */
export function commandNotices({ config, db, clock, keyring }: AdminDeps): Notices {
  const { publicUrl, supportEmail, brand, sms } = config;
  const store = { db, clock, keyring };
  return createNotices({
    db,
    queue: createOutboxQueue(store),
    worker: { poke: () => undefined },
    clock,
    wall: systemClock,
    publicUrl,
    smsIsAvailable: sms.adapter !== 'off',
    smsLinks: sms.links,
    // Nobody's request is behind a command.
    placeOf: () => nowhere,
    supportEmail,
    brand,
    freezeLinks: createFreezeLinks({ ...store, links: createLinks(store) }),
    gather: createGather(store),
  });
}
