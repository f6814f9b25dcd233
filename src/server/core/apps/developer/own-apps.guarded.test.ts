import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { clientDefaults, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { newId } from '#server/platform/ids.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { endTransfer } from './app-transfers.guarded.ts';
import { createAppTransfers } from './app-transfers.repository.ts';
import { askVersion, writeDraft } from './app-versions.guarded.ts';
import { changeOwnApp, giveApp, moveApp } from './own-apps.guarded.ts';
import { handOver } from './hand-over.ts';
import { createOwnApps } from './own-apps.repository.ts';
import { takeTryAnswer } from './trials.guarded.ts';
import { createTrials } from './trials.repository.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});

afterAll(() => core.close());

const none = forEveryLanguage(() => '');
const racers = Array.from({ length: 16 }, (_, n) => n);

async function newApp() {
  const client: OpenidClient = {
    ...clientDefaults,
    id: `app-${newId()}`,
    kind: 'web',
    name: forEveryLanguage(() => 'Notes'),
    icon: '',
    links: { home: '', privacy: none, terms: none },
    redirectUris: ['https://notes.example.com/cb'],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: '',
    deviceGrant: false,
    scopes: ['openid'],
    system: false,
  };
  const ownerId = newId();
  await createOwnApps(core.db).add({ client, ownerId, at: 1 });
  return { client, id: client.id, ownerId };
}

async function winnersOf(race: (n: number) => Promise<boolean>): Promise<number> {
  return (await Promise.all(racers.map(race))).filter(Boolean).length;
}

describe('of sixteen that act on an app at once', () => {
  it('one changes it from a version, and nobody who is not its owner', async () => {
    const { client, ownerId } = await newApp();
    const change = (n: number) => {
      const changed = { ...client, icon: `data:${n}` };
      return changeOwnApp(core.db, { client: changed, ownerId, version: 1, states: ['test'] });
    };
    expect(await winnersOf(change)).toBe(1);
    expect(await changeOwnApp(core.db, { client, ownerId: newId(), version: 2, states: ['test'] })).toBe(false);
    expect(await changeOwnApp(core.db, { client, ownerId, version: 2, states: ['live'] })).toBe(false);
  });

  it('one moves it from a state', async () => {
    const { id } = await newApp();
    expect(await winnersOf(() => moveApp(core.db, { id, from: ['test'], to: 'review' }))).toBe(1);
  });

  it('one asks for the review of a draft, which does not change from then on', async () => {
    const { id } = await newApp();
    await writeDraft(core.db, { clientId: id, changes: '{"home":"https://a.example/"}' });
    expect(await winnersOf(() => askVersion(core.db, { clientId: id, at: 1 }))).toBe(1);
    expect(await writeDraft(core.db, { clientId: id, changes: '{"home":"https://b.example/"}' })).toBe(false);
  });

  it('one takes it over', async () => {
    const { client, id, ownerId } = await newApp();
    const transfer = { id: newId(), client_id: id, from_id: ownerId, to_id: newId(), state: 'open', expires_at: 1000, open: id } as const;
    await createAppTransfers(core.db).add(transfer);
    expect(await winnersOf(() => endTransfer(core.db, { id: transfer.id, to: 'accepted', at: 999 }))).toBe(1);
    const asked = { contact: '', keysEndAt: 1000, movedAt: 999 };
    expect(await winnersOf((n) => giveApp(core.db, { client: handOver(client, asked), from: ownerId, to: `other-${n}` }))).toBe(1);
  });

  it('one takes the answer of a trial, before its end', async () => {
    const { id: clientId, ownerId } = await newApp();
    const rest = { visitor: 'v', sealed: '', answered_at: null, expires_at: 1000 };
    const id = newId();
    await createTrials(core.db).add({ id, client_id: clientId, account_id: ownerId, state_hash: newId(), ...rest });
    expect(await takeTryAnswer(core.db, { id, at: 1000 })).toBe(false);
    expect(await winnersOf(() => takeTryAnswer(core.db, { id, at: 999 }))).toBe(1);
  });
});
