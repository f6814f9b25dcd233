import { buildTestApp, type TestApp, type TestAppOptions } from '#server/testing/server/test-app.ts';

/** An application that listens, at the present time, with limits out of the way: for OAuth clients and their like. */
export async function buildListeningApp(
  options: Pick<TestAppOptions, 'settings' | 'desk' | 'tellsApps' | 'time' | 'database'> = {},
): Promise<TestApp> {
  const app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 }, ...options });
  await app.listen();
  return app;
}
