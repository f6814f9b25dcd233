import react from '@vitejs/plugin-react';
import { createChallenge, randomInt } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { defineConfig, type Plugin } from 'vite';

/**
 * Shows every component in all its states: `vite src/web/gallery`, then `/?lang=zh_CN&theme=dark`. Not part of the
 * product's build.
 */
export default defineConfig({
  plugins: [react(), answers()],
  root: import.meta.dirname,
  build: { outDir: '../../../dist/gallery', emptyOutDir: true },
});

/** Answers the few calls that components make themselves: a real challenge, and codes that are not sent. */
function answers(): Plugin {
  const data: Readonly<Record<string, () => unknown>> = {
    '/api/captcha/challenge': () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 5000,
        counter: randomInt(500, 1000),
        deriveKey,
        hmacSignatureSecret: 'gallery',
        hmacKeySignatureSecret: 'gallery-key',
      }),
    '/api/captcha/sms/send/register': () => ({ cd: 60 }),
    '/api/captcha/email/send/register': () => ({ cd: 60 }),
    '/api/key': () => ({ key: '', client_id: 'gallery', label: '' }),
  };
  return {
    name: 'answers',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const answer = data[request.url?.split('?', 1)[0] ?? ''];
        if (answer === undefined) {
          next();
          return;
        }
        Promise.resolve(answer()).then((value) => response.end(JSON.stringify({ code: 200, msg: '', data: value })), next);
      });
    },
  };
}
