import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { openAdmin } from '#server/admin/admin-command.ts';
import { runOpenid } from '#server/admin/apps/openid.ts';
import { createCaptcha } from '#server/platform/limits/captcha/altcha.ts';
import { loadConfig } from '#server/platform/settings/config.ts';

/** Actions that need a site's data, beside its running server. */
export interface Operator extends AsyncDisposable {
  /** A valid proof for a challenge that takes no work: solving is the browser's part and costs the server nothing. */
  proof(scene: CaptchaScene): Promise<string>;
  /** Registers an app without a secret, like `npm run admin -- clients add --kind native`. */
  addPublicClient(client: { readonly id: string; readonly redirectUri: string; readonly scopes: readonly string[] }): Promise<void>;
}

export async function operatorOf(dataDir: string): Promise<Operator> {
  const admin = await openAdmin(loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }));
  const captcha = createCaptcha({ ...admin, difficulty: { cost: 1, from: 1, to: 1 } });
  return {
    async proof(scene) {
      const challenge = await captcha.createChallenge(scene);
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },
    async addPublicClient({ id, redirectUri, scopes }) {
      const words = ['--id', id, '--name-en', id, '--name-zh', id, '--redirect', redirectUri, '--kind', 'native'];
      await runOpenid(admin, ['clients', 'add', ...words, ...scopes.flatMap((scope) => ['--scope', scope])]);
    },
    [Symbol.asyncDispose]: () => admin.close(),
  };
}
