import type { Development } from '#server/development/development.ts';
import type { LocalSimulators } from '#server/development/local-simulators.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';

// The only import of `server/development` and of the simulators. Production never runs it, and its image contains
// neither (ADR 44).

export async function openDevelopment(config: Config, clock: Clock): Promise<Development | undefined> {
  if (config.env === 'production') return undefined;
  // oxlint-disable-next-line no-restricted-imports -- the one way in
  const { createDevelopment } = await import('#server/development/development.ts');
  return createDevelopment(config, clock);
}

export async function openLocalSimulators(config: Config): Promise<LocalSimulators | undefined> {
  if (config.env === 'production' || !config.ownSimulators) return undefined;
  // oxlint-disable-next-line no-restricted-imports -- the one way in
  const { startLocalSimulators } = await import('#server/development/local-simulators.ts');
  return startLocalSimulators(config);
}
