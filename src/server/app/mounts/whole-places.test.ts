import { expect, it } from 'vitest';
import { protocolPaths } from '#server/capabilities/apps/openid/protocol-paths.ts';
import type { RateLimiter, Take } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { createCallCosts } from './openid-costs.ts';

it('a call of the protocol takes whole places, from every address', async () => {
  const taken: Take[] = [];
  const note = (takes: readonly Take[]) => {
    taken.push(...takes);
    return Promise.resolve({ ok: true } as const);
  };
  const limiter: Pick<RateLimiter, 'take' | 'takeRead' | 'look'> = { take: note, takeRead: note, look: note };
  const costs = createCallCosts({ limiter, rateFactor: 1, clients: { find: () => Promise.resolve(undefined) } });
  for (const path of Object.values(protocolPaths)) {
    for (const address of ['192.0.2.7', '2001:db8:1:203::7'])
      await costs.before({ path, method: 'POST', address, session: undefined, clientId: 'nobody' });
  }
  const limitsOf = (start: string) => new Set(taken.filter(({ key }) => key.startsWith(start)).map(({ limit }) => limit));
  expect(limitsOf('oidc:device:').size, 'the networks of a code of a device').toBeGreaterThan(2);
  expect(taken.filter(({ limit }) => !Number.isInteger(limit))).toEqual([]);
});
