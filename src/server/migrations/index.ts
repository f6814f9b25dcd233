import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline.ts';
import { ways } from './0002-ways.ts';
import { unprovenContacts } from './0003-unproven-contacts.ts';
import { formerChoices } from './0005-former-choices.ts';
import { waits } from './0007-waits.ts';
import { copies } from './0008-copies.ts';
import { installation } from './0009-installation.ts';
import { holds } from './0010-holds.ts';
import { putBack } from './0011-put-back.ts';

/** Every migration ever released, by name. A released one never changes; new ones follow in the order of their names. */
export function migrationsOf(engine: 'sqlite' | 'postgres'): Readonly<Record<string, Migration>> {
  return {
    '0001-baseline': baseline(engine),
    '0002-ways': ways,
    '0003-unproven-contacts': unprovenContacts,
    '0005-former-choices': formerChoices,
    '0007-waits': waits,
    '0008-copies': copies,
    '0009-installation': installation,
    '0010-holds': holds,
    '0011-put-back': putBack,
  };
}
