import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codePattern, codeWithin, otherCode, someCode, zeroCode } from '#contract/fixtures/codes.ts';
import { codeScenes } from '#contract/sign-in/codes/code-scenes.words.ts';
import { readAllRows } from '#server/testing/lives/all-rows.ts';
import { noFreezeLinks } from '#server/testing/people/no-freeze-links.ts';
import { openTestCore, testKeyring, type TestCore } from '#server/testing/server/test-core.ts';
import { nowhere } from '#server/platform/geo/places.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { createNotices } from '#server/core/protection/notices/notices.ts';
import { createDevMail } from '#server/development/dev-mail.ts';
import type { Lane } from '#server/platform/sending/outbox/lane.ts';
import { createLanes } from '#server/platform/sending/outbox/lanes.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { createOutboxWorker } from '#server/platform/sending/outbox/outbox-worker.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createDevSms } from '#server/development/dev-sms.ts';
import type { CodeAsker, CodeBinding } from './code-policy.ts';
import { createCodes, type CodeRequest, type Codes, type PassedCode } from './codes.ts';
import { codePurpose } from './message-purpose.ts';

let core: TestCore;
/** Number of code comparisons: after sending, only comparisons compute the hash. */
let comparisons = 0;
let count = 0;
let binding: CodeBinding;

beforeAll(async () => {
  const keyring = testKeyring();
  const counting: Keyring = {
    ...keyring,
    macs(purpose, ...parts) {
      if (purpose === 'code') comparisons += 1;
      return keyring.macs(purpose, ...parts);
    },
  };
  core = await openTestCore({ keyring: counting });
});

afterAll(async () => {
  await core.close();
});

beforeEach(() => {
  count += 1;
  binding = { scene: 'register', channel: 'sms', target: String(13_400_000_000 + count), holder: `visitor:v${count}` };
});

function send(of: CodeBinding = binding, request: Partial<CodeRequest> = {}): Promise<{ readonly cd: number }> {
  return sendWith(core.codes, of, request);
}

function sendWith(codes: Codes, of: CodeBinding, request: Partial<CodeRequest> = {}): Promise<{ readonly cd: number }> {
  return codes.issue({
    binding: of,
    asker: 'stranger',
    deliverTo: of.target,
    tellsFailure: true,
    language: 'zh_CN',
    clientIp: `10.1.${count >> 8}.${count & 255}`,
    ...request,
  });
}

async function sentCode(of: CodeBinding = binding): Promise<string> {
  const [newest] = await core.sentTo(of.target);
  if (!newest?.code) throw new Error('nothing was sent');
  return newest.code;
}

async function newCode(of: CodeBinding = binding): Promise<string> {
  await send(of);
  return sentCode(of);
}

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal;
  }
}

const check = (code: string, of: CodeBinding = binding) => outcome(core.codes.check(of, code));
const claim = (passed: PassedCode) => outcome(core.db.tx(() => core.codes.redeem(passed)));

describe('a code', () => {
  it('has all its digits, is sent in the requested language, and is never stored in clear', async () => {
    await send(binding, { language: 'en_US' });
    const [message] = await core.sentTo(binding.target);
    expect(message).toMatchObject({ channel: 'sms', to: binding.target, scene: 'register', code: expect.stringMatching(codePattern) });
    expect(message?.text).toContain(message?.code);
    expect(message?.text).toContain('Cedar ID');
    expect(message?.text).toMatch(new RegExp(String.raw`@id\.example\.com #${codeWithin()}$`));
    const rows = JSON.stringify([...(await readAllRows(core))]);
    expect(rows).not.toMatch(new RegExp(String.raw`(?<![\w-])${message?.code}(?![\w-])`));
    expect(rows).not.toContain(binding.target);
  });

  it('is spent once, also under concurrency', async () => {
    const code = await newCode();
    const passed = await Promise.all(Array.from({ length: 4 }, () => core.codes.check(binding, code)));
    const claims = await Promise.all(passed.map(claim));
    expect(claims.toSorted()).toEqual(['done', 'smsCodeWrong', 'smsCodeWrong', 'smsCodeWrong']);
    expect(await check(code)).toBe('smsCodeWrong');
  });

  it('is not spent when its effect is rolled back', async () => {
    const passed = await core.codes.check(binding, await newCode());
    const failing = core.db.tx(async () => {
      await core.codes.redeem(passed);
      throw new Error('the effect failed');
    });
    await expect(failing).rejects.toThrow('the effect failed');
    expect(await claim(passed)).toBe('done');
  });

  it('is valid for ten minutes', async () => {
    const code = await newCode();
    core.clock.advance(10 * minute - 1);
    const passed = await core.codes.check(binding, code);
    core.clock.advance(1);
    expect(await check(code)).toBe('smsCodeWrong');
    expect(await claim(passed)).toBe('smsCodeWrong');
  });

  it('allows five tries and no more', async () => {
    const code = await newCode();
    for (let tries = 0; tries < 5; tries += 1) expect(await check(otherCode(code))).toBe('smsCodeWrong');
    expect(await check(code)).toBe('smsCodeWrong');
  });

  it('is compared exactly five times under two hundred concurrent guesses', async () => {
    const code = await newCode();
    comparisons = 0;
    const results = await Promise.all(Array.from({ length: 200 }, () => check(otherCode(code))));
    expect(comparisons).toBe(5);
    expect(results.every((result) => result === 'smsCodeWrong')).toBe(true);
    expect(await check(code)).toBe('smsCodeWrong');
    expect(comparisons).toBe(5);
  });

  it('invalidates the previous one', async () => {
    const first = await core.codes.check(binding, await newCode());
    core.clock.advance(minute);
    const newest = await newCode();
    expect(await claim(first)).toBe('smsCodeWrong');
    expect(await check(newest)).toBe('done');
  });

  it('that was never requested is refused as such', async () => {
    expect(await check(someCode)).toBe('smsCodeNotObtained');
    expect(await check(someCode, { ...binding, channel: 'email', target: 'nobody@example.com' })).toBe('emailCodeNotObtained');
  });

  it('works only for its exact binding', async () => {
    const bindings: CodeBinding[] = codeScenes.flatMap((scene) =>
      (['sms', 'email'] as const).flatMap((channel) =>
        ['matrix-a@example.com', 'matrix-b@example.com'].flatMap((target) =>
          (['visitor:m1', 'account:m1'] as const).map((holder): CodeBinding => ({ scene, channel, target, holder })),
        ),
      ),
    );
    const own: CodeBinding = { scene: 'login', channel: 'email', target: 'matrix-a@example.com', holder: 'visitor:m1' };
    const code = await newCode(own);
    for (const other of bindings) {
      const isOwn = JSON.stringify(other) === JSON.stringify(own);
      expect(await check(code, other)).toBe(isOwn ? 'done' : other.channel === 'sms' ? 'smsCodeNotObtained' : 'emailCodeNotObtained');
    }
    // Also when the others have their own codes.
    for (const other of [
      { ...own, scene: 'reset' },
      { ...own, holder: 'visitor:m2' },
      { ...own, target: 'matrix-b@example.com' },
    ] satisfies CodeBinding[]) {
      await send(other);
      expect(await check(code, other)).toBe('emailCodeWrong');
    }
  });

  it('for a contact without an account is made and checked as usual, but not sent', async () => {
    expect(await send(binding, { deliverTo: undefined })).toEqual({ cd: 60 });
    expect(await send(binding, { deliverTo: undefined })).toEqual({ cd: 60 });
    expect(await core.sentTo(binding.target)).toEqual([]);
    expect(await core.db.q().selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await check(zeroCode)).toBe('smsCodeWrong');
  });
});

describe('sending', () => {
  it('has a cooldown of a minute: until then it returns the remaining time and sends nothing', async () => {
    expect(await send()).toEqual({ cd: 60 });
    const code = await sentCode();
    core.clock.advance(18 * second + 500);
    expect(await send()).toEqual({ cd: 42 });
    core.clock.advance(41 * second);
    expect(await send()).toEqual({ cd: 1 });
    expect(await core.sentTo(binding.target)).toHaveLength(1);
    expect(await check(code)).toBe('done');
    core.clock.advance(second);
    expect(await send()).toEqual({ cd: 60 });
    expect(await core.sentTo(binding.target)).toHaveLength(2);
  });

  it('has no cooldown after the code was used', async () => {
    await claim(await core.codes.check(binding, await newCode()));
    await send();
    expect(await core.sentTo(binding.target)).toHaveLength(2);
  });

  it('sends one message for twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(answers.map(({ cd }) => cd))).toEqual(new Set([60]));
    expect(await core.sentTo(binding.target)).toHaveLength(1);
    core.clock.advance(minute);
    expect(await send()).toEqual({ cd: 60 });
  });

  describe.each([
    ['sms', 'codeLimit'],
    ['email', 'mailLimit'],
  ] as const)('by %s', (channel, refusal) => {
    let asked = 0;

    /** A new requester on each call. */
    function ask(asker: CodeAsker): Promise<string> {
      asked += 1;
      const target = channel === 'sms' ? binding.target : `limit${count}@example.com`;
      return outcome(send({ scene: 'login', channel, target, holder: `visitor:${channel}${count}-${asked}` }, { asker }));
    }

    async function askUntilRefused(asker: CodeAsker): Promise<number> {
      for (let sent = 0; sent < 20; sent += 1) {
        const result = await ask(asker);
        if (result !== 'done') {
          expect(result).toBe(refusal);
          return sent;
        }
      }
      throw new Error('nobody is refused');
    }

    it('stops after five in an hour and ten in a day', async () => {
      expect(await askUntilRefused('holder')).toBe(5);
      core.clock.advance(hour);
      expect(await askUntilRefused('holder')).toBe(5);
      core.clock.advance(hour);
      expect(await askUntilRefused('holder')).toBe(0);
      core.clock.advance(day - 2 * hour);
      expect(await askUntilRefused('holder')).toBe(5);
    });

    it('gives strangers three per hour and six per day, and always leaves the rest to the owner', async () => {
      const sent = { stranger: 0, holder: 0 };
      for (let hours = 0; hours < 24; hours += 1) {
        sent.stranger += await askUntilRefused('stranger');
        if (hours % 6 === 5) sent.holder += (await ask('holder')) === 'done' ? 1 : 0;
        core.clock.advance(hour);
      }
      expect(sent).toEqual({ stranger: 6, holder: 4 });
      core.clock.advance(day);
      expect(await askUntilRefused('stranger')).toBe(3);
      expect(await askUntilRefused('holder')).toBe(2);
    });

    it('allows five in total also when the owner asks first', async () => {
      expect(await askUntilRefused('holder')).toBe(5);
      expect(await askUntilRefused('stranger')).toBe(0);
    });
  });

  it('admits three of sixteen concurrent strangers for one target, and two of sixteen requests of its owner', async () => {
    const all = async (asker: CodeAsker) => {
      const asks = Array.from({ length: 16 }, (_, index) =>
        outcome(send({ ...binding, holder: `visitor:race${count}-${asker}${index}` }, { asker })),
      );
      return (await Promise.all(asks)).filter((result) => result === 'done').length;
    };
    expect(await all('stranger')).toBe(3);
    expect(await all('holder')).toBe(2);
    expect(await core.sentTo(binding.target)).toHaveLength(5);
  });

  it('checks the price again for each of several concurrent strangers', async () => {
    const together = Array.from({ length: 3 }, (_, index) =>
      send({ ...binding, holder: `visitor:together${count}-${index}` }, { paid: 1 }).then(
        () => 'sent',
        (error: unknown) => (error instanceof Refusal ? error.detail.data : error),
      ),
    );
    const outcomes = await Promise.all(together);
    expect(outcomes.filter((each) => each === 'sent')).toHaveLength(2);
    expect(outcomes.filter((each) => each !== 'sent')).toEqual([{ work: 8 }]);
    expect(await core.sentTo(binding.target)).toHaveLength(2);
  });

  it('returns the time until the next code', async () => {
    const wait = async (asker: CodeAsker) => {
      const refused = await send({ ...binding, holder: `visitor:wait${count}` }, { asker }).catch((error: unknown) => error);
      return refused instanceof Refusal ? refused.detail.retryAfter : undefined;
    };
    for (let sent = 0; sent < 3; sent += 1) {
      await send({ ...binding, holder: `visitor:wait${count}-${sent}` });
      core.clock.advance(10 * minute);
    }
    expect(await wait('stranger')).toBe(30 * 60);
    for (let sent = 0; sent < 2; sent += 1) await send({ ...binding, holder: `visitor:owner${count}-${sent}` }, { asker: 'holder' });
    expect(await wait('holder')).toBe(30 * 60);
    core.clock.advance(hour);
    for (let sent = 3; sent < 6; sent += 1) await send({ ...binding, holder: `visitor:wait${count}-${sent}` });
    expect(await wait('stranger')).toBe(22.5 * 60 * 60);
  });

  it('costs strangers 8 times the work from the third code of a day, 64 times from the fifth, and owners no more', async () => {
    const price = (asker: CodeAsker) => core.codes.priceOf({ ...binding, asker });
    const prices: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) {
      prices.push(await price('stranger'));
      expect(await price('holder')).toBe(1);
      // With and without an account: that makes no difference.
      await send(
        { ...binding, holder: `visitor:price${count}-${sent}` },
        sent % 2 === 0 ? {} : { deliverTo: undefined, tellsFailure: false },
      );
      if (sent < 4) await send({ ...binding, holder: `visitor:own${count}-${sent}` }, { asker: 'holder' });
      core.clock.advance(2 * hour);
    }
    expect(prices).toEqual([1, 1, 8, 8, 64, 64]);
    core.clock.advance(day);
    expect(await price('stranger')).toBe(1);
  });

  it('from one network stops after fifty in an hour', async () => {
    const address = '2001:db8::1';
    for (let sent = 0; sent < 50; sent += 1) {
      const target = String(15_000_000_000 + sent);
      expect(await outcome(send({ ...binding, target }, { clientIp: `2001:db8::${sent + 1}` }))).toBe('done');
    }
    expect(await outcome(send({ ...binding, target: '15000000050' }, { clientIp: address }))).toBe('codeLimit');
    expect(await outcome(send({ ...binding, target: '15000000050' }))).toBe('done');
  });

  it('from one network admits fifty of sixty concurrent requests', async () => {
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        outcome(send({ ...binding, target: String(15_100_000_000 + index) }, { clientIp: `2001:db8:0:1::${index + 1}` })),
      ),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(50);
    expect(results.filter((result) => result === 'codeLimit')).toHaveLength(10);
  });

  it('is refused when the lane is full, with the same words and wait for every target', async () => {
    const lanes = createLanes({ limiter: core.limiter, smsPerDay: 10, rateFactor: 1 });
    const scarce = createCodes({ ...core, lanes, smsIsAvailable: true, rateFactor: 1 });
    const ask = (asker: CodeAsker, request: Partial<CodeRequest> = {}) => sendWith(scarce, binding, { asker, ...request });
    const refusalOf = async (asker: CodeAsker, request: Partial<CodeRequest> = {}) => {
      const refused = await ask(asker, request).catch((error: unknown) => error);
      return refused instanceof Refusal ? [refused.refusal, refused.detail.retryAfter] : refused;
    };
    const fill = async (lane: Lane) => {
      let taken = 0;
      while (await lanes.take('sms', lane)) taken += 1;
      return taken;
    };
    // The messages of other tests no longer count.
    await core.worker.drain();
    core.clock.advance(2 * day);
    expect(await fill('stranger')).toBe(6);
    for (const request of [{}, { deliverTo: undefined, tellsFailure: false }]) {
      expect(await refusalOf('stranger', request)).toEqual(['codeLimit', 3600]);
      await expect(scarce.priceOf({ ...binding, asker: 'stranger' })).rejects.toMatchObject({ refusal: 'codeLimit' });
    }
    // From a session, but to any contact.
    expect(await refusalOf('holder', { binding: { ...binding, scene: 'bind' } })).toEqual(['codeLimit', 3600]);
    expect(await outcome(ask('holder'))).toBe('done');
    await fill('holder');
    expect(await refusalOf('holder')).toEqual(['codeLimit', 3600]);
    // Mail has its own budget.
    expect(await outcome(sendWith(scarce, { ...binding, channel: 'email', target: `lane${count}@example.com` }))).toBe('done');
    core.clock.advance(2 * day);
    expect(await outcome(ask('stranger'))).toBe('done');
  });

  it('without room left ends the code and reports it on the next request; the one after it sends at once', async () => {
    await using stack = new AsyncDisposableStack();
    // Its own core, because the worker of the other tests has room and may still be running.
    const own = await openTestCore();
    stack.defer(() => own.close());
    const { db, keyring, clock, limiter, devOutbox } = own;
    const queue = createOutboxQueue({ db, keyring, clock });
    const worker = createOutboxWorker({
      db,
      queue,
      clock,
      purpose: { ...codePurpose(db), leaving: () => Promise.resolve(), became: () => Promise.resolve() },
      log: { warn: () => undefined, error: () => undefined },
      lanes: createLanes({ limiter, smsPerDay: 1, rateFactor: 1 }),
      mail: createDevMail({ devOutbox }),
      sms: createDevSms({ devOutbox }),
    });
    stack.defer(() => worker.close());
    // Does not wake the worker; the lane then has less room than expected.
    const notices = createNotices({
      db,
      queue,
      worker: { poke: () => undefined },
      clock,
      wall: clock,
      placeOf: () => nowhere,
      publicUrl: 'https://id.example.com',
      supportEmail: 'support@example.com',
      brand: { id: { en_US: 'Cedar ID', zh_CN: '雪松账号' } },
      freezeLinks: noFreezeLinks(''),
      gather: () => Promise.resolve(false),
    });
    const codes = createCodes({ ...own, notices, smsIsAvailable: true, rateFactor: 1 });
    const other: CodeBinding = { ...binding, target: String(15_300_000_000 + count) };
    await sendWith(codes, other);
    await worker.drain();
    await sendWith(codes, binding);
    for (const wait of [0, 2 * second, 10 * second]) {
      clock.advance(wait);
      await worker.drain();
    }
    expect(await own.codes.notTaken()).toBe(0);
    expect([(await devOutbox.read(other.target)).length, (await devOutbox.read(binding.target)).length]).toEqual([1, 0]);
    expect(await outcome(sendWith(codes, binding))).toBe('codeLimit');
    clock.advance(2 * day);
    await sendWith(codes, binding);
    await worker.drain();
    expect(await devOutbox.read(binding.target)).toHaveLength(1);
  });

  it('is refused when SMS is not set up', async () => {
    const withoutSms: Codes = createCodes({ ...core, smsIsAvailable: false, rateFactor: 1 });
    expect(await outcome(sendWith(withoutSms, binding))).toBe('configFail');
  });
});

describe('wrong codes', () => {
  it('from one visitor for one target block for an hour after ten, over all their codes', async () => {
    for (let round = 0; round < 2; round += 1) {
      const code = await newCode();
      for (let tries = 0; tries < 5; tries += 1) expect(await check(otherCode(code))).toBe('smsCodeWrong');
      core.clock.advance(minute);
    }
    const code = await newCode();
    expect(await check(code)).toBe('tooFrequent');
    expect(await check(code, { ...binding, scene: 'login' })).toBe('smsCodeNotObtained');
    core.clock.advance(hour);
    expect(await check(await newCode())).toBe('done');
  });

  it('from one visitor do not block another', async () => {
    for (let round = 0; round < 2; round += 1) {
      const code = await newCode();
      for (let tries = 0; tries < 5; tries += 1) await check(otherCode(code));
      core.clock.advance(minute);
    }
    expect(await check(zeroCode)).toBe('tooFrequent');
    const other = { ...binding, holder: 'visitor:another' } as const;
    expect(await check(await newCode(other), other)).toBe('done');
  });

  it('are limited to 25 for the codes of an hour to one target, for any number of visitors', async () => {
    let compared = 0;
    let refused = 0;
    for (let visitor = 0; visitor < 8; visitor += 1) {
      const of = { ...binding, holder: `visitor:guesser-${visitor}` } as const;
      if ((await outcome(send(of, { asker: visitor < 4 ? 'stranger' : 'holder' }))) !== 'done') {
        refused += 1;
        continue;
      }
      const code = await sentCode(of);
      for (let tries = 0; tries < 5; tries += 1) if ((await check(otherCode(code), of)) === 'smsCodeWrong') compared += 1;
      // The code has ended: even the right one is wrong.
      expect(await check(code, of)).toBe('smsCodeWrong');
    }
    expect({ compared, refused }).toEqual({ compared: 25, refused: 3 });
  });

  it('are forgotten when a code is spent', async () => {
    const code = await newCode();
    for (let tries = 0; tries < 4; tries += 1) await check(otherCode(code));
    await claim(await core.codes.check(binding, code));
    for (let round = 0; round < 2; round += 1) {
      core.clock.advance(minute);
      const next = await newCode();
      for (let tries = 0; tries < 4; tries += 1) expect(await check(otherCode(next))).toBe('smsCodeWrong');
    }
  });
});
