import { defaultLanguage } from '#contract/vocabulary/languages.ts';
import { buildApp } from '#server/app/build-app.ts';
import { openLocalSimulators } from '#server/app/development.ts';
import type { MetricsServer } from '#server/app/metrics-server.ts';
import { startFailure } from '#server/app/start-failure.ts';
import { stopOnSignals } from '#server/app/stop.ts';
import { wire, type Wiring } from '#server/app/wire.ts';
import { type Config, loadConfig } from '#server/platform/settings/config.ts';
import { release, releaseText } from '#server/platform/observation/release.ts';
import { lockDataDir } from '#server/platform/db/sqlite/data-dir-lock.ts';

if (process.argv.includes('--version')) {
  console.log(releaseText);
  process.exit(0);
}
try {
  const ordered = loadConfig(process.env);
  const lock = ordered.databaseUrl === undefined ? lockDataDir(ordered.dataDir) : undefined;
  const simulators = await openLocalSimulators(ordered);
  const config = simulators === undefined ? ordered : loadConfig(simulators.environment);
  const wiring = await wire(config);
  const app = await buildApp(wiring);
  const metricsServer = await openMetricsServer(wiring, config);
  const close = async (): Promise<void> => {
    await metricsServer?.close();
    await wiring.close();
    await simulators?.close();
    lock?.release();
  };
  stopOnSignals({ app, readiness: wiring.http.readiness, close, log: wiring.platform.log });
  await app.listen({ host: config.host, port: config.port });
  if (config.env === 'production') wiring.platform.log.info({ ...release, url: config.publicUrl }, 'ready');
  else sayReady(config);
  if (simulators !== undefined) {
    await simulators.connect();
    console.log(`  WeChat, QQ and Weibo are simulated:  ${simulators.origin}`);
  }
} catch (error) {
  console.error(startFailure(error, process.env));
  process.exit(1);
}

/** For the terminal of a developer. */
function sayReady({ brand, publicUrl }: Config): void {
  console.log(`\n  ${brand.id[defaultLanguage]} ${releaseText} is ready: ${publicUrl}`);
  console.log(`  Codes and mails that it "sends":  ${publicUrl}/dev/outbox`);
  console.log(`  API:  ${publicUrl}/api/docs\n`);
}

/** Undefined where METRICS_PORT is not set; then nothing of it is loaded. */
async function openMetricsServer({ metrics, platform: { log } }: Wiring, config: Config): Promise<MetricsServer | undefined> {
  if (metrics === undefined || config.metrics === undefined) return undefined;
  const { startMetricsServer } = await import('#server/app/metrics-server.ts');
  return startMetricsServer(metrics, { ...config.metrics, log });
}
