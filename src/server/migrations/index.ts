import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline.ts';
import { ways } from './0002-ways.ts';

/** Every migration ever released, by name. A released one never changes; new ones follow in the order of their names. */
export function migrationsOf(engine: 'sqlite' | 'postgres'): Readonly<Record<string, Migration>> {
  return {
    '0001-baseline': baseline(engine),
    '0002-ways': ways,
  };
}
