/**
 * Stand-ins for the external services: social platforms, SMS providers, captchas. `npm run simulators` listens on port
 * 4400 (SIMULATORS_PORT) and prints the environment that points a server there. The page at / causes failures on
 * demand.
 */
import { startSimulators } from '#simulators/simulators.ts';
import { captchaEnvironment, platformEnvironment, smsEnvironment } from '#simulators/simulated-environment.ts';

const { origin } = await startSimulators({ port: Number(process.env['SIMULATORS_PORT'] ?? 4400) });
console.log(`\n  The simulators are ready: ${origin}\n\n  Start the server with:\n`);
for (const [name, value] of Object.entries({ ...platformEnvironment(origin), ...smsEnvironment(origin), ...captchaEnvironment(origin) }))
  console.log(`export ${name}='${value}'`);
console.log();
