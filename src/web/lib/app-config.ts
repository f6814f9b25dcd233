import type { AppConfig } from '#contract/schemas/reference.ts';

let config: AppConfig | undefined;

/** What the server says about this installation (`GET /config.json`), read from the island in the page. */
export function appConfig(): AppConfig {
  config ??= readIsland();
  return config;
}

/** Prerendering has no document: it hands the configuration in. */
export function provideAppConfig(given: AppConfig): void {
  config = given;
}

function readIsland(): AppConfig {
  const island = document.getElementById('config')?.textContent;
  if (island === undefined || island === null) throw new Error('The page carries no configuration.');
  // The server writes the island from the same schema that types it.
  return JSON.parse(island) as AppConfig;
}
