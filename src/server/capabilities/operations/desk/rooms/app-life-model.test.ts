// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientDefaults, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { answerInvitation } from '#server/core/apps/developer/app-testers.guarded.ts';
import { createAppTesters, type AppTesters } from '#server/core/apps/developer/app-testers.repository.ts';
import {
  askVersion,
  closeVersion,
  findOpenVersion,
  withdrawVersion,
  writeDraft,
} from '#server/core/apps/developer/app-versions.guarded.ts';
import { whyNot } from '#server/core/apps/developer/may-use.ts';
import { changeOwnApp, moveApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import { createOwnApps, type OwnApp, type OwnApps } from '#server/core/apps/developer/own-apps.repository.ts';
import { divideChange, readChanges, withChanges } from '#server/core/apps/developer/reviewed.ts';
import { newId } from '#server/platform/ids.ts';
import { isWhole } from '#contract/fixtures/short-form.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { acceptApp, refuseApp, resumeApp, suspendApp, type ReviewDeps } from './review-app.ts';

let core: TestCore;
let own: OwnApps;
let testers: AppTesters;

beforeAll(async () => {
  core = await openTestCore();
  own = createOwnApps(core.db);
  testers = createAppTesters(core.db);
});

afterAll(() => core.close());

/** A source of numbers that repeats, so that a failure does too. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const none = forEveryLanguage(() => '');

function description(id: string, name: string): OpenidClient {
  return {
    ...clientDefaults,
    id,
    kind: 'web',
    name: forEveryLanguage(() => name),
    icon: '',
    links: { home: '', privacy: none, terms: none },
    redirectUris: ['https://notes.example.com/cb'],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: '',
    deviceGrant: false,
    scopes: ['openid'],
    system: false,
  };
}

/** Rules that a control leaves out. */
type Left = 'version-id' | 'review-freezes' | 'testers-only' | '';

interface World {
  readonly id: string;
  readonly ownerId: string;
  readonly testerId: string;
  readonly strangerId: string;
  readonly left: Left;
  readonly random: (below: number) => number;
  /** What the reviewer has on the screen. */
  seen: { readonly versionId: string; readonly name: string } | undefined;
  /** Names that a reviewer saw before the acceptance. */
  readonly reviewed: Set<string>;
  accepted: boolean;
}

const operator = { operator: 'somebody', reason: 'ticket 12' };

function reviewDeps(): ReviewDeps {
  // What the trail and the mails say is not the question here, and their rows would be the cost.
  const journal = { audit: { record: async () => undefined }, notices: { sendApp: async () => undefined } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these two are called
  return { db: core.db, clock: core.clock, own, accounts: { findById: async () => undefined }, journal } as unknown as ReviewDeps;
}

async function appOf({ id, ownerId }: World): Promise<OwnApp> {
  const app = await own.findOf(ownerId, id);
  if (app === undefined) throw new Error('The app is gone.');
  return app;
}

/** Every name is a new one, so that a reviewed name is one that was read. */
let names = 0;

/** What each actor can do, in any order. */
const acts: readonly ((world: World) => Promise<unknown>)[] = [
  async function rename(world) {
    const { db } = core;
    const app = await appOf(world);
    const wanted = { ...app.client, name: forEveryLanguage(() => `name ${(names += 1)}`) };
    const isLive = app.state === 'live';
    if (app.state !== 'test' && !isLive && !(app.state === 'review' && world.left === 'review-freezes')) return;
    const { now, waits } = isLive ? divideChange(app.client, wanted) : { now: wanted, waits: {} };
    await changeOwnApp(db, { client: now, ownerId: world.ownerId, version: app.version, states: ['test', 'review', 'live'] });
    if (isLive && Object.keys(waits).length > 0) await writeDraft(db, { clientId: world.id, changes: JSON.stringify(waits) });
  },
  async function ask(world) {
    const { db, clock } = core;
    const app = await appOf(world);
    const isAsked = app.state === 'test' && (await moveApp(db, { id: world.id, from: ['test'], to: 'review' }));
    if (isAsked) await writeDraft(db, { clientId: world.id, changes: '{}' });
    if (isAsked || app.state === 'live') await askVersion(db, { clientId: world.id, at: clock.now() });
  },
  async function withdraw(world) {
    const { db, clock } = core;
    const app = await appOf(world);
    if (app.state === 'live') await withdrawVersion(db, world.id);
    if (app.state !== 'review') return;
    if (await closeVersion(db, { clientId: world.id, from: ['asked'], to: 'withdrawn', at: clock.now() })) {
      await moveApp(db, { id: world.id, from: ['review'], to: 'test' });
    }
  },
  (world) => closeVersion(core.db, { clientId: world.id, from: ['draft'], to: 'withdrawn', at: core.clock.now() }),
  async function remove({ id }) {
    const app = await own.find(id);
    const before = app?.state === 'live' ? 'live' : 'test';
    if (await moveApp(core.db, { id, from: ['test', 'review', 'live'], to: 'deleted', before, rest: { purge_at: 1 } })) {
      await closeVersion(core.db, { clientId: id, from: ['draft', 'asked'], to: 'withdrawn', at: core.clock.now() });
    }
  },
  async function restore({ id }) {
    const app = await own.find(id);
    if (app?.state === 'deleted')
      await moveApp(core.db, { id, from: ['deleted'], to: app.stateBefore === 'live' ? 'live' : 'test', before: '' });
  },
  async function look(world) {
    const version = await findOpenVersion(core.db, world.id);
    if (version?.state !== 'asked') return;
    const { client } = await appOf(world);
    world.seen = { versionId: version.id, name: withChanges(client, readChanges(version.changes)).name.en_US };
  },
  async function accept(world) {
    const { seen } = world;
    if (seen === undefined) return;
    const open = await findOpenVersion(core.db, world.id);
    const versionId = world.left === 'version-id' ? (open?.id ?? '') : seen.versionId;
    world.seen = undefined;
    if (await acceptApp(reviewDeps(), { ...operator, id: world.id, versionId })) {
      world.reviewed.add(seen.name);
      world.accepted = true;
    }
  },
  ({ id }) => refuseApp(reviewDeps(), { ...operator, id }),
  ({ id }) => suspendApp(reviewDeps(), { ...operator, id }),
  ({ id }) => resumeApp(reviewDeps(), { ...operator, id }),
  ({ id, testerId }) =>
    testers
      .list(id)
      .then(
        async ([one]) => one ?? testers.add({ id: newId(), clientId: id, accountId: testerId, typed: '', state: 'invited', invitedAt: 1 }),
      ),
  async function answerInvited({ id, testerId, random }) {
    const [one] = await testers.list(id);
    if (one !== undefined) await answerInvitation(core.db, { id: one.id, accountId: testerId, accept: random(2) === 0 });
  },
  async function removeTester({ id }) {
    const [one] = await testers.list(id);
    if (one !== undefined) await testers.remove({ clientId: id, id: one.id });
  },
];

/** The first rule that is broken; undefined for none. */
async function broken(world: World): Promise<string | undefined> {
  const app = await appOf(world);
  const [tester] = await testers.list(world.id);
  const isTester = tester?.state === 'accepted';
  const used = {
    id: world.id,
    state: world.left === 'testers-only' && app.state === 'test' ? ('live' as const) : app.state,
    ownerId: app.ownerId,
    liveAt: app.liveAt,
  };
  const may = async (accountId: string) =>
    (await whyNot({ testers, consents: { find: async () => undefined } }, used, accountId)) === undefined;
  const isOpen = app.state === 'live';
  const isTested = app.state === 'test' || app.state === 'review';
  if ((await may(world.strangerId)) !== isOpen) return 'a stranger';
  if ((await may(world.testerId)) !== (isOpen || (isTested && isTester))) return 'a tester';
  if ((await may(world.ownerId)) !== (isOpen || isTested)) return 'the owner';
  if (isOpen && !world.reviewed.has(app.client.name.en_US)) return 'a name that nobody has reviewed';
  if (app.state === 'review' && (await findOpenVersion(core.db, world.id))?.state !== 'asked') return 'a review without a version';
  return undefined;
}

async function live(left: Left, steps: number): Promise<string | undefined> {
  return core.db.tx(async () => {
    const random = randomOf(left.length + 7);
    let world: World | undefined;
    for (let step = 0; step < steps; step += 1) {
      // A new app now and then, so that every state is reached from the beginning.
      if (world === undefined || step % 500 === 0) world = await begin(left, random);
      const act = acts[random(acts.length)];
      await act?.(world);
      const fault = await broken(world);
      if (fault !== undefined) return `${fault} after ${step} steps`;
    }
    return undefined;
  });
}

async function begin(left: Left, random: World['random']): Promise<World> {
  const [id, ownerId] = [`app-${newId()}`, newId()];
  const [testerId, strangerId] = [newId(), newId()];
  await own.add({ client: description(id, 'name 0'), ownerId, at: 1 });
  return { id, ownerId, testerId, strangerId, left, random, seen: undefined, reviewed: new Set(), accepted: false };
}

describe('the life of an app', () => {
  it('keeps its rules in any order of steps of developer, tester, reviewer and operator', { timeout: 240_000 }, async () => {
    expect(await live('', isWhole ? 100_000 : 20_000)).toBeUndefined();
  });

  it.each(['version-id', 'review-freezes', 'testers-only'] as const)('breaks them without %s', { timeout: 120_000 }, async (left) => {
    expect(await live(left, 30_000)).toMatch(/after \d+ steps/);
  });
});
