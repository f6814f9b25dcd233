import { clock } from '#server/platform/db/time/clock.table.ts';
import { installation } from '#server/platform/installation/installation.table.ts';
import { keys } from '#server/platform/crypto/keys.table.ts';
import { rateWindows } from '#server/platform/limits/rate-limit/rate-windows.table.ts';
import { failures } from '#server/platform/limits/failures/failures.table.ts';
import { claims } from '#server/platform/limits/claims/claims.table.ts';
import { outbox } from '#server/platform/sending/outbox/outbox.table.ts';
import type { SchemaOf } from './db/tables/table.ts';

/** The tables of the platform's own mechanisms, without nouns of the product. */
export const platformTables = [clock, installation, keys, rateWindows, failures, claims, outbox] as const;

export interface PlatformDatabase extends SchemaOf<typeof platformTables> {}
