/**
 * Puts the service into a folder as plain JavaScript: `node examples/desktop/install.mjs /usr/lib/cedarid`. Node.js takes
 * the types out of a TypeScript file at each start, and keeps twenty megabytes for it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('The folder is missing.');
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(import.meta.dirname)) {
  if (!name.endsWith('.ts')) continue;
  const text = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, name), 'utf8'));
  // Names of files only of the service: `'./account.ts'`, `'prompter.ts'`.
  writeFileSync(join(folder, name.replace(/ts$/, 'mjs')), text.replaceAll(/'((?:\.\/)?[a-z-]+)\.ts'/g, `'$1.mjs'`));
}
