// @one-database
import { expect, it } from 'vitest';
import { loadConfig } from '#server/platform/settings/config.ts';
import { platformEnvironment, smsEnvironment } from '#simulators/simulated-environment.ts';
import { seedDemoClient } from '#server/development/demo-client.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';

it('takes the demo app out of a data folder that comes from development', async () => {
  const database = await openTestDatabase();
  const before = await buildTestApp({ database });
  const { clients } = before.wiring.core.apps;
  await seedDemoClient({ clients, clock: before.clock });
  expect(await clients.find('cedar-demo')).toBeDefined();
  await before.close();
  const { env, publicUrl, mail, sms, social, security } = loadConfig({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
    SECRET_KEY: 'kJ3x9QmZ7vR2tY5wB8nC1dF4gH6jL0pS+uE/aI-oMqs=',
    ...ownContacts,
    MAIL_ADAPTER: 'smtp',
    SMTP_URL: 'smtp://mail.example.com',
    SMTP_FROM: 'no-reply@example.com',
    SECURITY_CONTACT: 'mailto:security@example.com',
    ...platformEnvironment('off'),
    ...smsEnvironment('off'),
  });
  const after = await buildTestApp({ database, config: { env, publicUrl, mail, sms, social, security } });
  expect(await after.wiring.core.apps.clients.find('cedar-demo')).toBeUndefined();
  expect(after.logLines.some((line) => JSON.stringify(line).includes('demo app was removed'))).toBe(true);
  await after.close();
  await database.close();
});
