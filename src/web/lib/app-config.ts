import type { AppConfig } from '#contract/schemas/reference.ts';

/**
 * The configuration as the web application may read it. Of the limits only what an installation sets: the constants are `contract/limits`, and the
 * answer repeats them for other programs.
 */
export type WebConfig = Omit<AppConfig, 'limits'> & { readonly limits: Pick<AppConfig['limits'], 'nicknameChangeDays'> };

let config: WebConfig | undefined;

/** What the server says about this installation (`GET /config.json`), read from the island in the page. */
export function appConfig(): WebConfig {
  config ??= readIsland();
  return config;
}

/** Prerendering has no document: it hands the configuration in. */
export function provideAppConfig(given: WebConfig): void {
  config = given;
}

function readIsland(): WebConfig {
  const island = document.getElementById('config')?.textContent;
  if (island === undefined || island === null) throw new Error('The page carries no configuration.');
  // The server writes the island from the same schema that types it.
  return JSON.parse(island) as WebConfig;
}
