import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#server/testing/server/free-port.ts';

const root = join(import.meta.dirname, '..');

/** Runs an example to its end. */
async function run(program: string, env: Readonly<Record<string, string>>): Promise<{ readonly code: unknown; readonly output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ readonly code: unknown; readonly output: string }>();
  execFile(process.execPath, [program], { cwd: root, env: { PATH: process.env['PATH'], ...env } }, (error, stdout, stderr) =>
    resolve({ code: error?.code, output: stdout + stderr }),
  );
  return promise;
}

test.each([
  ['examples/web-app/web-app.ts', 'example-app'],
  ['examples/device/device.ts', 'example-device'],
  ['examples/native/native.ts', 'example-native'],
])('%s says in one sentence that nothing answers', async (program, script) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const { code, output } = await run(program, { ISSUER: issuer });
  expect(code).toBe(1);
  expect(output).toBe(
    `No account center answers at ${issuer}. Start it (npm start), or say where it is: ISSUER=http://localhost:3001 npm run ${script}\n`,
  );
});
