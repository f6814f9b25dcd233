import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { connectHttp, expectOk, prepareRegistration } from '#server/testing/http-client.ts';

interface Neighbors {
  readonly origin: string;
  /** The address that they share with the test. */
  readonly address: string;
  readonly count: number;
  /** How many times the usual work each of their accounts takes. */
  readonly work?: CaptchaWork;
}

/** Has so many others behind one address register, at once. */
export async function registerNeighbors({ origin, address, count, work = 1 }: Neighbors): Promise<void> {
  const register = async () => {
    const client = connectHttp(origin, { clientIp: address });
    const { body } = await prepareRegistration(client);
    expectOk(await client.post('/register/phone', { ...body, validate: await client.solveCaptcha('register', work) }));
  };
  await Promise.all(Array.from({ length: count }, register));
}
