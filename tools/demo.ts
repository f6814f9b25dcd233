/**
 * `npm run demo`: the product with two lived-in accounts, in its own folder, so that the data of `npm start` stays
 * as it is. `--fresh` starts over; `--folder <path>` chooses another folder.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startFailure } from '#server/app/start-failure.ts';
import { demoEnvironment, prepareDemo } from './demo/demo-folder.ts';
import { demoPeople } from './demo/demo-people.ts';
import { demoStaff, readStaffKeys } from './demo/demo-staff.ts';

const usualFolder = 'data-demo';
const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false }, folder: { type: 'string', default: usualFolder } } });

if (process.env['NODE_ENV'] === 'production') {
  console.error('Cannot start: the demo has accounts with a known password, and does not run with NODE_ENV=production.');
  process.exit(1);
}
const environment = demoEnvironment(process.env, resolve(values.folder));
try {
  const result = await prepareDemo(environment, values);
  if (result === 'made') console.log('\n  The accounts of the demo were made.');
} catch (error) {
  console.error(startFailure(error, process.env));
  process.exit(1);
}

for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
Object.assign(process.env, environment);
await import('#server/start.ts');

console.log('  Sign in by phone and password:\n');
for (const { phone, password, nickname, language } of demoPeople) {
  console.log(`    ${phone}   ${password}   ${nickname}, ${language === 'zh-CN' ? 'in Chinese' : 'in English'}`);
}
const keys = readStaffKeys(resolve(values.folder));
if (Object.keys(keys).length > 0) {
  console.log('\n  The desk is at /desk. Its staff signs in by phone, password and a code of an authenticator app with the key:\n');
  for (const { phone, password, name, role } of demoStaff)
    console.log(`    ${phone}   ${password}   ${keys[name] ?? ''}   ${name}, ${role}`);
}
const inFolder = values.folder === usualFolder ? '' : ` --folder ${values.folder}`;
console.log(`\n  The data is in ${values.folder}. To start over: npm run demo -- --fresh${inFolder}\n`);
