import { askedOnProtected, proofOf, sensitiveActions, waitingActs } from '#contract/acts/acts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { createCredentials } from '#server/core/sign-in/password/credentials.repository.ts';
import { createAccess } from '#server/core/sign-in/access/access.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { limits } from '#contract/limits.ts';
import { hour, minute } from '#server/platform/clock.ts';
import { raiseCredentialEpoch, setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createFormerWays } from '#server/core/sign-in/ways/former-ways.ts';
import { createClaims } from '#server/core/protection/claims/claims.ts';
import { createWays, type Ways } from '#server/core/sign-in/ways/ways.ts';
import { createProofs, type GivenProof, type ProofNeed, type Proofs } from './proofs.ts';

const visit = { clientIp: '10.0.0.1', userAgent: 'test', browser: undefined };

let core: TestCore;
let proofs: Proofs;
let ways: Ways;
let session: Session;
let count = 0;

beforeAll(async () => {
  core = await openTestCore();
  ways = createWays({ ...core, formers: createFormerWays(core) });
  proofs = createProofs({ ...core, ways, claims: createClaims(core) });
});

afterAll(async () => {
  await core.close();
});

beforeEach(async () => {
  session = await newSession(await newAccount());
});

async function newAccount({ password = true }: { readonly password?: boolean } = {}): Promise<string> {
  count += 1;
  const { id } = await core.account({ phone: String(13_600_000_000 + count), email: `proofs${count}@example.com` });
  if (password) await createCredentials(core.db).setPassword(id, { hash: 'a hash', at: core.clock.now() });
  return id;
}

async function newSession(accountId: string): Promise<Session> {
  const account = await core.accounts.findById(accountId);
  if (!account) throw new Error('no account');
  const { credentialEpoch } = account;
  const { token } = await core.db.tx(() =>
    core.sessions.start({ accountId, credentialEpoch, assurance: { authAt: 0, acr: '1', amr: [], ways: [] }, ...visit }),
  );
  return sessionOf(token);
}

async function sessionOf(token: string): Promise<Session> {
  const found = await core.sessions.find(token);
  if (found.status !== 'live') throw new Error('no session');
  return found.session;
}

const give = (proof: Partial<GivenProof> = {}, to: Session = session) =>
  core.db.tx(() => proofs.issue(to, { method: 'password', action: undefined, target: undefined, ...proof }));

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal;
  }
}

const look = (need: ProofNeed, by: Session = session) => outcome(proofs.require(by, need));
const spend = (need: ProofNeed, by: Session = session) => outcome(core.db.tx(() => proofs.redeem(by, need)));

/** Reads and spends a proof: both must agree. */
async function use(need: ProofNeed, by: Session = session): Promise<string> {
  const looked = await look(need, by);
  expect(await spend(need, by)).toBe(looked);
  return looked;
}

/** A session of an account with two-step verification, an hour after its sign-in by the password and the phone. */
async function protectedSession(): Promise<Session> {
  const id = await newAccount();
  await setTwoStep(core.db, id, { since: core.clock.now(), methods: ['phone'] });
  const { account, ...usual } = await newSession(id);
  const shown = [ways.idOf(account, 'password'), ways.idOf(account, 'phone')];
  const startedAt = core.clock.now() - hour;
  return { ...usual, account, startedAt, assurance: { ...usual.assurance, ways: shown } };
}

/** Those that take a proof on this ordinary account. */
const proven = sensitiveActions.filter((action) => proofOf(action) > 0);

describe('a protected account', () => {
  it.each(sensitiveActions.filter((action) => askedOnProtected(action) !== 'none'))(
    'shows more than its password for %s',
    async (action) => {
      const by = await protectedSession();
      await give({}, by);
      expect(await look({ action }, by)).toBe(action === 'makeRecoveryCodes' ? 'done' : 'verificationNeeded');
      await give({ method: 'phone' }, by);
      expect(await look({ action }, by)).toBe(proofOf(action) === 3 && askedOnProtected(action) === 'step' ? 'verificationNeeded' : 'done');
    },
  );

  it.each(waitingActs)('waits for %s by nothing that an ordinary account would not show for it', async (action) => {
    for (const method of ['phone', 'email', 'password'] as const) {
      const ordinary = await newSession(await newAccount());
      const by = await protectedSession();
      for (const each of [ordinary, by]) await give({ method }, each);
      const waits = await outcome(core.db.tx(() => proofs.spendSlowly(by, { action })));
      expect({ method, waits }).toEqual({ method, waits: await use({ action }, ordinary) });
    }
  });

  it('is told what would do beside a way that is too weak even to wait', async () => {
    const by = await protectedSession();
    await give({ method: 'email' }, by);
    await expect(proofs.require(by, { action: 'changePhone' })).rejects.toMatchObject({
      detail: { data: { slow: false, methods: [{ method: 'password' }, { method: 'phone' }] } },
    });
  });

  it('shows a step once in ten minutes, and its sign-in counts', async () => {
    const by = await protectedSession();
    expect(await look({ action: 'allowDevice' }, by)).toBe('verificationNeeded');
    expect(await look({ action: 'allowDevice' }, { ...by, startedAt: core.clock.now() })).toBe('done');
    await give({ method: 'phone', action: 'allowQr' }, by);
    expect(await look({ action: 'allowDevice' }, by)).toBe('done');
    core.clock.advance(limits.verificationLifeMs);
    expect(await look({ action: 'allowDevice' }, by)).toBe('verificationNeeded');
  });
});

describe('a proof', () => {
  it('is valid for one action of any kind when none was named', async () => {
    for (const action of proven) {
      await give();
      expect(await use({ action, target: '13800138000' })).toBe('done');
      expect(await use({ action, target: '13800138000' })).toBe('verificationNeeded');
    }
  });

  it('is valid only for the named action', async () => {
    for (const named of proven) {
      await give({ action: named });
      for (const action of proven.filter((name) => name !== named)) expect(await look({ action })).toBe('verificationNeeded');
      expect(await use({ action: named })).toBe('done');
    }
  });

  it('is valid only for the named target, in any spelling', async () => {
    await give({ action: 'changePhone', target: '+86 138 0013 8000'.replaceAll(' ', '') });
    expect(await look({ action: 'changePhone', target: '13800138001' })).toBe('verificationNeeded');
    expect(await look({ action: 'changePhone' })).toBe('verificationNeeded');
    expect(await use({ action: 'changePhone', target: '13800138000' })).toBe('done');
    await give({ action: 'bindEmail', target: 'Anna@Example.com' });
    expect(await use({ action: 'bindEmail', target: 'anna@example.com' })).toBe('done');
  });

  it('that names its action is spent before one that names nothing', async () => {
    await give();
    core.clock.advance(1);
    await give({ action: 'changeRegion' });
    expect(await spend({ action: 'changeRegion' })).toBe('done');
    expect(await spend({ action: 'deleteAccount' })).toBe('done');
  });

  it('is valid once, also for sixteen concurrent actions', async () => {
    await give();
    const results = await Promise.all(Array.from({ length: 16 }, () => spend({ action: 'unbindEmail' })));
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(results.filter((result) => result === 'verificationNeeded')).toHaveLength(15);
  });

  it('is not spent when the action is rolled back', async () => {
    await give();
    const failing = core.db.tx(async () => {
      await proofs.redeem(session, { action: 'deleteAccount' });
      throw new Error('the action failed');
    });
    await expect(failing).rejects.toThrow('the action failed');
    expect(await use({ action: 'deleteAccount' })).toBe('done');
  });

  it('lasts ten minutes, to the millisecond', async () => {
    const { verifiedUntil } = await give();
    expect(verifiedUntil).toBe(core.clock.now() + 10 * minute);
    core.clock.advance(10 * minute - 1);
    expect(await look({ action: 'changeRegion' })).toBe('done');
    core.clock.advance(1);
    expect(await use({ action: 'changeRegion' })).toBe('verificationNeeded');
  });

  it('is invalid for another session or account', async () => {
    await give();
    const sameAccount = await newSession(session.accountId);
    const otherAccount = await newSession(await newAccount());
    for (const other of [sameAccount, otherAccount, { ...otherAccount, sessionId: session.sessionId }]) {
      expect(await use({ action: 'changeRegion' }, other)).toBe('verificationNeeded');
    }
    expect(await use({ action: 'changeRegion' })).toBe('done');
  });

  it('follows its session to a new id', async () => {
    await give();
    const renewed = await sessionOf((await core.db.tx(() => createAccess(core, { ...core, ways }).renew({ session, visit }))).token);
    expect(await look({ action: 'changeRegion' })).toBe('verificationNeeded');
    expect(await use({ action: 'changeRegion' }, renewed)).toBe('done');
  });

  it('ends when a credential changes', async () => {
    await give();
    const credentialEpoch = await raiseCredentialEpoch(core.db, session.accountId);
    const renewed = await sessionOf(
      (await core.db.tx(() => createAccess(core, { ...core, ways }).renew({ session, visit }, credentialEpoch))).token,
    );
    expect(await use({ action: 'changeRegion' }, renewed)).toBe('verificationNeeded');
  });

  it('shows in the session while one is left', async () => {
    await give({ action: 'changeRegion' });
    core.clock.advance(minute);
    await give({ action: 'deleteAccount' });
    const until = async () => {
      const row = core.db.q().selectFrom('sessions').select('verified_until').where('id', '=', session.sessionId);
      return (await row.executeTakeFirstOrThrow()).verified_until;
    };
    expect(await until()).toBe(core.clock.now() + 10 * minute);
    await spend({ action: 'deleteAccount' });
    expect(await until()).toBe(core.clock.now() + 9 * minute);
    await spend({ action: 'changeRegion' });
    expect(await until()).toBeNull();
  });
});

describe('the strength of a proof', () => {
  it('by email does not remove a phone while there is a stronger method', async () => {
    await give({ method: 'email' });
    for (const action of ['changePhone', 'unbindPhone', 'deleteAccount', 'changePassword'] as const) {
      expect(await use({ action })).toBe('verificationNeeded');
    }
    expect(await use({ action: 'unbindEmail' })).toBe('done');
  });

  it('suffices when the account has no stronger method', async () => {
    const { id } = await core.account({ email: `only${count}@example.com` });
    const only = await newSession(id);
    await give({ method: 'email' }, only);
    expect(await use({ action: 'deleteAccount' }, only)).toBe('done');
  });

  it('is refused with the list of sufficient methods, targets masked', async () => {
    const { phone, email } = session.account;
    const own = { phone: `${phone?.slice(0, 3)}****${phone?.slice(-4)}`, email: `pr***@example.com` };
    expect(email).toMatch(/^proofs/);
    await expect(proofs.require(session, { action: 'unbindPhone' })).rejects.toMatchObject({
      refusal: 'verificationNeeded',
      detail: {
        data: {
          methods: [
            { method: 'password', target: '' },
            { method: 'phone', target: own.phone },
          ],
        },
      },
    });
    expect(proofs.methods(session.account)).toEqual([
      { method: 'password', target: '' },
      { method: 'phone', target: own.phone },
      { method: 'email', target: own.email },
    ]);
  });

  it('is refused early when the method would not suffice', async () => {
    const refuse = (method: GivenProof['method'], action: GivenProof['action']) =>
      proofs.refuseTooWeak(session, { method, action, target: undefined });
    await expect(refuse('email', 'changePhone')).rejects.toThrow('verificationNeeded');
    for (const method of ['phone', 'email', 'password'] as const) {
      await refuse(method, undefined);
      await refuse(method, 'changeEmail');
    }
  });

  it('is irrelevant for an account without any method', async () => {
    const { id } = await core.account({ username: `nobody${count}` });
    const bare = await newSession(id);
    await expect(proofs.require(bare, { action: 'bindPhone' })).rejects.toMatchObject({ detail: { data: { methods: [] } } });
  });
});

describe('a dedicated proof', () => {
  const dedicate = (need: ProofNeed) => core.db.tx(() => proofs.dedicate(session, need));

  it('is valid only for its action, with any target, and is spent by it', async () => {
    await give();
    expect(await dedicate({ action: 'changeEmail', target: 'a@example.com' })).toMatch(/^password:/);
    expect(await dedicate({ action: 'changeEmail', target: 'b@example.com' })).toMatch(/^password:/);
    expect(await dedicate({ action: 'changeRegion' })).toBeUndefined();
    expect(await use({ action: 'changeRegion' })).toBe('verificationNeeded');
    expect(await use({ action: 'changeEmail', target: 'b@example.com' })).toBe('done');
    expect(await dedicate({ action: 'changeEmail' })).toBeUndefined();
  });

  it('does not extend its lifetime', async () => {
    await give();
    core.clock.advance(10 * minute - 1);
    expect(await dedicate({ action: 'changeEmail' })).toMatch(/^password:/);
    core.clock.advance(1);
    expect(await use({ action: 'changeEmail' })).toBe('verificationNeeded');
    expect(await dedicate({ action: 'changeEmail' })).toBeUndefined();
  });

  it('keeps its original target', async () => {
    await give({ action: 'changeEmail', target: 'a@example.com' });
    expect(await dedicate({ action: 'changeEmail', target: 'b@example.com' })).toBeUndefined();
    expect(await dedicate({ action: 'changeEmail', target: 'A@example.com' })).toMatch(/^password:/);
  });
});
