import { clock } from '#server/platform/db/clock.table.ts';
import { keys } from '#server/platform/crypto/keys.table.ts';
import { rateWindows } from '#server/platform/rate-limit/rate-windows.table.ts';
import { failures } from '#server/platform/failures/failures.table.ts';
import { claims } from '#server/platform/claims/claims.table.ts';
import { outbox } from '#server/platform/outbox/outbox.table.ts';
import type { SchemaOf } from './db/table.ts';

/** The tables of the platform's own mechanisms, without nouns of the product. */
export const platformTables = [clock, keys, rateWindows, failures, claims, outbox] as const;

export interface PlatformDatabase extends SchemaOf<typeof platformTables> {}
