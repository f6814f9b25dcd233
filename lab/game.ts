/**
 * `npm run model -w lab -- --game`: positions of the game of an owner and a thief (`src/server/testing/game`), each made in the
 * database of a real application and asked over HTTP: the door, the stop and the freeze have to answer as the decisions do. Then
 * each control that changes a decision is compared with the same answers, and has to differ.
 *   npm run model -w lab -- --game              10,000 positions on SQLite
 *   npm run model -w lab -- --game 500 postgres
 */
import { randomUUID } from 'node:crypto';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import { day } from '#server/platform/clock.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';
import { sha256 } from '#server/platform/ids.ts';
import { beginnings } from '#server/testing/game/beginnings.ts';
import { controls } from '#server/testing/game/controls.ts';
import { Moves, nextDay } from '#server/testing/game/moves.ts';
import { heldBy, keyOf, known, now, owner, show, thief, type kinds, type Position } from '#server/testing/game/position.ts';
import { productRules, type Rules } from '#server/testing/game/rules.ts';
import { setup, teardown } from '#server/testing/server/postgres-global-setup.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { openThiefRig, type ThiefRig } from '#server/testing/thief/rig.ts';
import { isContact, makeAccount, type Made } from './game-account.ts';

/** Each weight at the door and each carrier but that of a passkey. */
const among = ['password', 'phone', 'email', 'recoveryCode'] as const satisfies readonly (typeof kinds)[number][];

const perServer = 1000;

/** What was asked over HTTP, with the answer, in the words of a rule. */
interface Asked {
  readonly position: Position;
  readonly what: string;
  readonly answer: string;
  readonly by: (rules: Rules) => string;
}

/** Plays so many positions. @throws {Error} where an answer differs, or a control does not */
export async function playOverHttp([count = '10000', engine = 'sqlite']: readonly string[]): Promise<void> {
  process.env['TEST_DATABASE'] = engine;
  if (engine === 'postgres') await setup();
  const asked: Asked[] = [];
  const positions = positionsOf(Number(count));
  let calls = 0;
  const started = performance.now();
  try {
    // A fresh database from time to time: the messages of earlier positions slow later ones.
    for (let at = 0; at < positions.length; at += perServer) {
      const rig = await openThiefRig();
      const table = await openTable(rig);
      for (const position of positions.slice(at, at + perServer)) asked.push(...(await ask(table, position)));
      calls += rig.calls();
      await rig.close();
    }
  } finally {
    if (engine === 'postgres') await teardown();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const differing = asked.filter(({ answer, by }) => answer !== by(productRules));
  for (const { position, what, answer, by } of differing.slice(0, 5))
    console.error(`${what}: ${answer} over HTTP, ${by(productRules)} by the rules; ${show(position)}`);
  console.log(`${engine}: ${count} positions, ${asked.length} answers, ${calls} calls, ${differing.length} differ, ${seconds} s`);
  const silent: string[] = [];
  for (const [name, rules] of Object.entries<Rules>(controls)) {
    if (!changesADecision(rules)) continue;
    const seen = asked.filter(({ answer, by }) => answer !== by(rules)).length;
    console.log(`  without the rule that ${name}: ${seen} differ`);
    // A few positions may miss one.
    if (seen === 0 && positions.length >= 10_000) silent.push(name);
  }
  if (differing.length > 0 || silent.length > 0)
    throw new Error(`${differing.length} answers differ; unseen: ${silent.join(', ') || 'none'}`);
}

/** The other controls change what happens between positions. */
function changesADecision(rules: Rules): boolean {
  const decisions = ['independence', 'mayEnter', 'mayStop', 'mayFreeze', 'waitsMs'] as const;
  return decisions.some((each) => rules[each] !== productRules[each]);
}

/** Positions from all over the game: a few from each beginning, in the order of a fixed shuffle. */
function positionsOf(count: number): readonly Position[] {
  const moves = new Moves(productRules, among);
  const found = new Map<ReturnType<typeof keyOf>, Position>();
  const from = beginnings({ most: 3, among });
  const each = Math.ceil((2 * count) / from.length) + 2;
  for (let at = 0; at < from.length && found.size < count; at += 1) {
    const beginning = from[(at * 7919) % from.length];
    if (beginning === undefined) continue;
    const open = [beginning.position];
    let taken = 0;
    for (let position = open.shift(); position !== undefined && taken < each && found.size < count; position = open.shift()) {
      const key = keyOf(position);
      if (found.has(key)) continue;
      found.set(key, position);
      taken += 1;
      open.push(
        ...moves.ofThief(position, beginning.root).map(({ next }) => next),
        ...moves.ofOwner(position).map(({ next }) => next),
        nextDay(position),
      );
    }
  }
  if (found.size < count) throw new Error(`only ${found.size} positions`);
  return [...found.values()];
}

/** The application and the browser at which both sides sit. */
interface Table {
  readonly rig: ThiefRig;
  readonly browser: TestBrowser;
  readonly visitor: string;
  readonly hash: string;
}

async function openTable(rig: ThiefRig): Promise<Table> {
  const browser = rig.app.newBrowser();
  await browser.prepare();
  await browser.post('/claim/status', {});
  const cookie = [...browser.cookies].find(([name]) => name.includes('visitor'))?.[1] ?? '';
  return { rig, browser, visitor: sha256(cookie), hash: rig.app.wiring.core.store.keyring.seal('password-hash', 'none') };
}

async function ask(table: Table, position: Position): Promise<readonly Asked[]> {
  const account = await makeAccount({ app: table.rig.app, hash: table.hash }, position);
  const asked: Asked[] = [];
  for (const side of [owner, thief] as const) {
    const shown = heldBy(position, side);
    if (shown.length > 0) asked.push(await askDoor(table, account, { position, shown }));
    for (const way of shown.filter(isContact)) {
      asked.push(await askFreeze(table, account, { position, way }));
      const other = position.waits[side === owner ? thief : owner];
      if (other !== undefined) asked.push(await askStop(table, account, { position, way, openers: other.roots }));
    }
  }
  return asked;
}

const judged = { known, now };

/** All that a side has at the door of the way back. */
async function askDoor(
  { rig: { app }, browser, visitor }: Table,
  { id, idOf }: Made,
  { position, shown }: { readonly position: Position; readonly shown: readonly Way[] },
): Promise<Asked> {
  const { signInTickets } = app.wiring.core.evidence;
  const ways = shown.map((way) => ({ id: idOf(way) }));
  const account = { id, credentialEpoch: 0 };
  const ticket = await app.db.tx(() => signInTickets.issue({ visitor }, { account, purpose: 'recover', shown: ways, isUncounted: true }));
  const { code, data } = await browser.post<{ independence: string; dueAt: string | null; ways: readonly unknown[] }>('/recovery/prove', {
    ticket,
  });
  const hours = data?.dueAt == null ? 0 : Math.round((Date.parse(data.dueAt) - app.clock.now()) / 3_600_000);
  const verdictOf = () => (data.dueAt !== null ? `in ${hours} h` : data.ways.length > 0 ? 'now' : 'refused');
  const answer = code === 200 ? `${data.independence}, ${verdictOf()}` : `code ${code}`;
  const isClosed = position.isProtected || position.isFrozen;
  return {
    position,
    what: `the door with ${ways.map((way) => way.id).join(' and ')}`,
    answer,
    by(rules) {
      const verdict = rules.mayEnter({ shown, ...judged, isClosed, waitsMs: rules.waitsMs });
      const said = typeof verdict === 'object' ? `in ${Math.round(verdict.afterMs / 3_600_000)} h` : verdict;
      return `${rules.independence(shown, judged)}, ${said}`;
    },
  };
}

/** The link of an alarm at a contact. */
async function askFreeze(
  { rig: { app }, browser }: Table,
  { id, addressOf }: Made,
  { position, way }: { readonly position: Position; readonly way: Way },
): Promise<Asked> {
  const facts = { event: 'newBrowser', at: app.clock.now(), place: '', target: '', device: '', ways: [], browser: '' };
  const token = await linkTo(app, { id, target: addressOf(way), payload: { ...facts, does: 'freeze', by: way.kind } });
  const { code } = await browser.post('/notice/read', { token });
  const answer = code === 200 ? 'freezes' : 'freezes not';
  return {
    position,
    what: `the alarm at the ${way.state} ${way.kind}`,
    answer,
    by: (rules) => (rules.mayFreeze(way) ? 'freezes' : 'freezes not'),
  };
}

/** The link of the other one's wait at a contact. */
async function askStop(
  { rig: { app }, browser }: Table,
  { id, addressOf }: Made,
  { position, way, openers }: { readonly position: Position; readonly way: Way; readonly openers: number },
): Promise<Asked> {
  const at = app.clock.now();
  const roots = JSON.stringify(Array.from({ length: openers }, (_, each) => `phone:${each}`));
  const claim = randomUUID();
  const rest = {
    ended_at: null,
    place: '',
    visitor: randomUUID(),
    language: 'en_US' as const,
    told: 0,
    action: '',
    target_hash: '',
    way: '',
  };
  const row = {
    id: claim,
    account_id: id,
    kind: 'recovery' as const,
    shown: '[]',
    roots,
    opened_at: at,
    due_at: at + day,
    state: 'open' as const,
  };
  await unguarded(app.db)
    .insertInto('account_claims')
    .values({ ...row, ...rest })
    .execute();
  const token = await linkTo(app, { id, target: addressOf(way), payload: { claim, by: way.kind, does: 'stop' } });
  const { data } = await browser.post<{ state?: string }>('/notice/answer', { token, answer: 'stop' });
  const answer = data?.state === 'stopped' ? 'stops' : 'stops not';
  return {
    position,
    what: `the stop of ${openers} at the ${way.state} ${way.kind}`,
    answer,
    by: (rules) => (rules.mayStop(openers, { shown: [way], ...judged }) ? 'stops' : 'stops not'),
  };
}

async function linkTo(
  app: ThiefRig['app'],
  { id, target, payload }: { readonly id: string; readonly target: string; readonly payload: object },
) {
  const issued = await app.wiring.core.evidence.links.issue({
    kind: 'notice',
    accountId: id,
    target,
    payload: JSON.stringify(payload),
  });
  return issued.token;
}
