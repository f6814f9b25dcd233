import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { connectHttp, expectOk, prepareRegistration } from '#server/testing/server/http-client.ts';

interface Neighbors {
  readonly origin: string;
  /** The client IP that they share with the test. */
  readonly address: string;
  readonly count: number;
  /** The multiple of the usual captcha work for each of their accounts. */
  readonly work?: CaptchaWork;
}

/** Registers `count` accounts from one client IP, a few at once: more would be refused as a flood. */
export async function registerNeighbors({ origin, address, count, work = 1 }: Neighbors): Promise<void> {
  const register = async () => {
    const client = connectHttp(origin, { clientIp: address });
    const { body } = await prepareRegistration(client);
    expectOk(await client.post('/register/phone', { ...body, validate: await client.solveCaptcha('register', work) }));
  };
  let left = count;
  const registerInTurn = async () => {
    while (left > 0) {
      left -= 1;
      await register();
    }
  };
  await Promise.all([1, 2, 3, 4].map(registerInTurn));
}
