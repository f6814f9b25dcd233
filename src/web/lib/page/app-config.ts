import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';

/**
 * The configuration for the web application. Of the limits only those that an installation sets: the constants are in
 * `contract/limits`, and the answer repeats them for other programs.
 */
export type WebConfig = Omit<AppConfig, 'limits'> & {
  readonly limits: Pick<AppConfig['limits'], 'nicknameChangeDays' | 'trustDays' | 'claimHoursShared'>;
};

let config: WebConfig | undefined;

/** The server's facts about this installation (`GET /config.json`), read from the data island in the page. */
export function appConfig(): WebConfig {
  config ??= readIsland();
  return config;
}

/** Prerendering has no document: it passes the configuration. */
export function provideAppConfig(given: WebConfig): void {
  config = given;
}

function readIsland(): WebConfig {
  const island = document.getElementById('config')?.textContent;
  if (island === undefined || island === null) throw new Error('The page has no configuration.');
  // The server creates the island from the schema that types it.
  return JSON.parse(island) as WebConfig;
}
