import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { raiseCredentialEpoch } from '#server/core/account/accounts/accounts.guarded.ts';
import { linkRows, type LinkKind } from './link-rows.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createLinks, type Links } from './links.ts';

const kinds = (Object.keys(linkRows) as (keyof typeof linkRows)[]).filter((kind): kind is LinkKind => linkRows[kind].in === 'links');

let core: TestCore;
let links: Links;
let count = 0;

beforeAll(async () => {
  core = await openTestCore();
  links = createLinks(core);
});

afterAll(async () => {
  await core.close();
});

async function newLink(kind: LinkKind): Promise<{ readonly token: string; readonly accountId: string; readonly target: string }> {
  count += 1;
  const target = `links${count}@example.com`;
  const { id: accountId } = await core.account({ email: target });
  const { token } = await links.issue({ kind, accountId, target, payload: '{"was":"x"}' });
  return { token, accountId, target };
}

async function claim(kind: LinkKind, token: string): Promise<string> {
  try {
    await core.db.tx(() => links.redeem(kind, token));
    return 'done';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal;
  }
}

describe.each(kinds)('a link for %s', (kind) => {
  it('returns its purpose, and is never stored in clear', async () => {
    const { token, accountId, target } = await newLink(kind);
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await links.find(kind, token)).toMatchObject({ kind, accountId, target, payload: '{"was":"x"}' });
    const rows = JSON.stringify(await core.db.q().selectFrom('links').selectAll().execute());
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(target);
  });

  it('is spent once, also for sixteen concurrent requests', async () => {
    const { token } = await newLink(kind);
    const results = await Promise.all(Array.from({ length: 16 }, () => claim(kind, token)));
    expect(results.toSorted()).toEqual(['done', ...Array.from({ length: 15 }, () => 'tokenError')]);
    expect(await links.find(kind, token)).toBeUndefined();
  });

  it('is not spent when its effect is rolled back', async () => {
    const { token } = await newLink(kind);
    const failing = core.db.tx(async () => {
      await links.redeem(kind, token);
      throw new Error('the effect failed');
    });
    await expect(failing).rejects.toThrow('the effect failed');
    expect(await claim(kind, token)).toBe('done');
  });

  it('is not valid as another kind', async () => {
    const { token } = await newLink(kind);
    for (const other of kinds.filter((name) => name !== kind)) {
      expect(await links.find(other, token)).toBeUndefined();
      expect(await claim(other, token)).toBe('tokenError');
    }
    expect(await claim(kind, token)).toBe('done');
  });

  it('lasts as long as its kind, to the millisecond', async () => {
    const { token } = await newLink(kind);
    core.clock.advance({ recovery: 48, activation: 24, notice: 72, guardian: 168, merge: 168 }[kind] * hour - 1);
    expect(await links.find(kind, token)).toBeDefined();
    core.clock.advance(1);
    expect(await links.find(kind, token)).toBeUndefined();
    expect(await claim(kind, token)).toBe('tokenError');
  });

  it('can be revoked', async () => {
    const { token, accountId } = await newLink(kind);
    await links.revoke(
      accountId,
      kinds.filter((name) => name !== kind),
    );
    expect(await links.find(kind, token)).toBeDefined();
    await links.revoke(accountId, [kind]);
    expect(await claim(kind, token)).toBe('tokenError');
  });
});

describe('a change of credentials', () => {
  it.each(kinds)('ends a link for %s as its row says', async (kind) => {
    const { token, accountId } = await newLink(kind);
    await raiseCredentialEpoch(core.db, accountId);
    expect(await claim(kind, token)).toBe(linkRows[kind].endsWithCredentials ? 'tokenError' : 'done');
  });
});

it('proves the address that it was made for only as an activation', async () => {
  for (const kind of kinds) {
    const { token, target } = await newLink(kind);
    const { proven } = await core.db.tx(() => links.redeem(kind, token));
    expect(proven).toEqual(kind === 'activation' ? { kind: 'email', value: target } : undefined);
  }
});

describe('a link without an account', () => {
  it('is made, but never found', async () => {
    const { token } = await links.issue({ kind: 'recovery', accountId: undefined, target: 'nobody@example.com' });
    expect(await links.find('recovery', token)).toBeUndefined();
    expect(await claim('recovery', token)).toBe('tokenError');
  });
});

it('can have a shorter lifetime', async () => {
  const { id: accountId } = await core.account({ email: 'short@example.com' });
  const { token } = await links.issue({ kind: 'notice', accountId, target: 'short@example.com', lifeMs: minute });
  core.clock.advance(minute);
  expect(await links.find('notice', token)).toBeUndefined();
});
