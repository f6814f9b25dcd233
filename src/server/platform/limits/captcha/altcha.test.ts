// @one-database
import { solveChallenge, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captchaScenes } from '#contract/endpoint.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { challengeLifeMs, createCaptcha, defaultDifficulty } from './altcha.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});

afterAll(async () => {
  await core.close();
});

interface Proof {
  challenge: Challenge;
  solution: Solution | null;
}

async function solved(): Promise<Proof> {
  const challenge = await core.ownCaptcha.createChallenge('register');
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
}

function pack(proof: unknown): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64');
}

async function verify(validate: string | undefined, captcha = core.ownCaptcha): Promise<string> {
  try {
    await captcha.verify(validate, 'register');
    return 'passed';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal;
  }
}

describe('the captcha', () => {
  it('accepts a solved challenge once, even with concurrent tries', async () => {
    const validate = pack(await solved());
    const results = await Promise.all(Array.from({ length: 8 }, () => verify(validate)));
    expect(results.filter((result) => result === 'passed')).toHaveLength(1);
    expect(await verify(validate)).toBe('captchaFailed');
  });

  it('accepts it only in its own scene', async () => {
    for (const scene of captchaScenes) {
      const validate = await core.solve(scene);
      for (const other of captchaScenes.filter((one) => one !== scene)) {
        await expect(core.ownCaptcha.verify(validate, other)).rejects.toMatchObject({ refusal: 'captchaFailed' });
      }
      await expect(core.ownCaptcha.verify(validate, scene)).resolves.toBe(1);
    }
  });

  it('accepts it for five minutes', async () => {
    const early = pack(await solved());
    const late = pack(await solved());
    core.clock.advance(challengeLifeMs - 1);
    expect(await verify(early)).toBe('passed');
    core.clock.advance(1);
    expect(await verify(late)).toBe('captchaFailed');
  });

  it('accepts no challenge of other origin', async () => {
    const foreign = createCaptcha({ ...core, keyring: createKeyring(Buffer.alloc(32, 9)), difficulty: { cost: 1, from: 1, to: 2 } });
    const challenge = await foreign.createChallenge('register');
    expect(await verify(pack({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))).toBe('captchaFailed');
  });

  describe('with more work demanded', () => {
    const refusalOf = async (validate: string | undefined, work: CaptchaWork) =>
      core.ownCaptcha.verify(validate, 'register', { work }).then(
        () => 'passed',
        (error: unknown) => (error instanceof Refusal ? [error.refusal, error.detail.data] : error),
      );

    it('refuses less with the required amount, and accepts as much or more, once', async () => {
      const [usual, less, enough, more] = await Promise.all(([1, 4, 8, 16] as const).map((work) => core.solve('register', work)));
      for (const validate of [undefined, 'x', usual, less]) {
        expect(await refusalOf(validate, 8)).toEqual(['captchaFailed', { work: 8 }]);
      }
      for (const validate of [enough, more]) {
        expect(await refusalOf(validate, 8)).toBe('passed');
        expect(await refusalOf(validate, 8)).toEqual(['captchaFailed', { work: 8 }]);
      }
      // After a refusal for too little work, a proof is still valid for a smaller demand.
      expect(await refusalOf(less, 4)).toBe('passed');
      expect(await refusalOf(usual, 1)).toBe('passed');
      expect(await refusalOf(usual, 1)).toEqual(['captchaFailed', undefined]);
    });

    it.each([
      ['work', 8],
      ['most', 1],
    ])('accepts no challenge with a changed %s', async (name, value) => {
      const { challenge, solution } = await solved();
      const data = { ...challenge.parameters.data, [name]: value };
      const forged = { challenge: { ...challenge, parameters: { ...challenge.parameters, data } }, solution };
      expect(await refusalOf(pack(forged), name === 'work' ? 8 : 1)).toMatchObject([
        'captchaFailed',
        name === 'work' ? { work: 8 } : undefined,
      ]);
    });

    it.each([1, 2, 8, 64, 256] as const)('multiplied by %i costs the solver that much and the server one key', async (work) => {
      const difficulty = { cost: 3, from: 5, to: 10 };
      const { parameters } = await createCaptcha({ ...core, difficulty }).createChallenge('register', { work });
      const { counter } = (await solveChallenge({ challenge: { parameters }, deriveKey })) ?? { counter: -1 };
      expect(parameters).toMatchObject({ cost: 3, data: { work, most: 10 * work + 1 } });
      expect(counter).toBeGreaterThanOrEqual(5 * work);
      expect(counter).toBeLessThanOrEqual(10 * work);
    });
  });

  it.each<[string, (proof: Proof) => unknown]>([
    [
      'an easier one',
      ({ challenge, solution }) => ({ challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }, solution }),
    ],
    [
      'another scene',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, data: { scene: 'register', until: 9e15 } } },
        solution,
      }),
    ],
    ['no solution', ({ challenge }) => ({ challenge })],
    ['another solution', ({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: 'ab'.repeat(32) } })],
    ['a number for a key', ({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: 7 } })],
    ['no signature', ({ challenge: { parameters }, solution }) => ({ challenge: { parameters }, solution })],
    ['a list for a signature', ({ challenge, solution }) => ({ challenge: { ...challenge, signature: [challenge.signature] }, solution })],
    ['null', () => null],
    ['a list', () => []],
    ['no parameters', ({ challenge: { signature }, solution }) => ({ challenge: { signature, parameters: null }, solution })],
  ])('refuses %s', async (_title, forge) => {
    expect(await verify(pack(forge(await solved())))).toBe('captchaFailed');
  });

  it.each([undefined, '', 'x', 'e30=', '%%%', 'a'.repeat(5000), Buffer.from('{').toString('base64')])('refuses %j', async (validate) => {
    expect(await verify(validate)).toBe('captchaFailed');
  });

  it('gives no shortcut to a solver who knows the start of the range', () => {
    expect(defaultDifficulty.from).toBe(1);
    expect((defaultDifficulty.cost * defaultDifficulty.to) / 2).toBe(2_000_000);
  });

  it('is solved at its real difficulty, and verified', async () => {
    const captcha = createCaptcha({ ...core, difficulty: defaultDifficulty });
    const challenge = await captcha.createChallenge('register');
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(await verify(pack({ challenge, solution }), captcha)).toBe('passed');
  });
});
