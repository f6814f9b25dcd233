/**
 * `npm run interop`: the product beside implementations that are not ours. `-- passkeys`, `-- codes` or `-- apache` runs
 * one part. A part whose software is missing says so in one line; that fails only a run that names it.
 */
import { spawnSync } from 'node:child_process';
import { codesInOathtool, passkeysInPython, type Part } from './interop/second-implementations.ts';

const parts: Readonly<Record<string, Part>> = {
  passkeys: passkeysInPython,
  codes: codesInOathtool,
  apache: { missing: () => undefined, run: async () => runApache() },
};

const [only, ...others] = process.argv.slice(2);
if (only !== undefined && (others.length > 0 || !(only in parts)))
  throw new Error(`npm run interop [-- ${Object.keys(parts).join(' | ')}]`);

for (const [name, { missing, run }] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue;
  const lacking = missing();
  if (lacking !== undefined) {
    console.error(`${name}: ${lacking}`);
    if (only !== undefined) process.exitCode = 1;
    continue;
  }
  if (!(await run())) process.exitCode = 1;
}
// A worker of the application may wait for its next minute.
process.exit();

/** In Chromium; it names what is missing itself. */
function runApache(): boolean {
  return spawnSync('playwright', ['test', '--config=../playwright.interop.config.ts'], { stdio: 'inherit' }).status === 0;
}
