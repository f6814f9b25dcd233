/** Makes the account of a position of the game in the database of an application. */
import { randomUUID } from 'node:crypto';
import { emptyAccount } from '#server/core/account/accounts/empty-account.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { setFrozen } from '#server/core/protection/incidents/incidents.guarded.ts';
import { insertIncident } from '#server/core/protection/incidents/incidents.repository.ts';
import { createWayRows } from '#server/core/sign-in/ways/ways.repository.ts';
import { longPeriodMs, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import { day } from '#server/platform/clock.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';
import { newAccountNumber, newId } from '#server/platform/ids.ts';
import { heldBy, kinds, known, owner, places, slotOf, thief, type Position, type Side } from '#server/testing/game/position.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** When the first way of a kind was added, and the one that another root added. */
interface Times {
  readonly first: number;
  readonly next: number;
}

/** The account of a position. */
export interface Made {
  readonly id: string;
  readonly idOf: (way: Way) => WayId;
  readonly addressOf: (way: Way) => string;
}

let made = 0;

export async function makeAccount({ app, hash }: { readonly app: TestApp; readonly hash: string }, position: Position): Promise<Made> {
  const { db } = app;
  const at = app.clock.now();
  const times: Times = { first: at - 100 * day, next: at - day };
  const id = newId();
  made += 1;
  const serial = made;
  const timeOf = (way: Way) => (way.id.endsWith(':first') ? times.first : times.next);
  const idOf = (way: Way): WayId => `${way.kind}:${timeOf(way)}`;
  const suffix = (way: Way) => (way.id.endsWith(':first') ? '1' : '2');
  const addressOf = (way: Way) =>
    way.kind === 'phone' ? `13${suffix(way)}${String(serial).padStart(8, '0')}` : `g${serial}n${suffix(way)}@example.com`;
  const all = [
    ...new Map(
      [owner, thief, 0].flatMap((side) => waysOf(position, side as Side | 0)).map((way) => [way.id + way.kind + way.state, way]),
    ).values(),
  ];
  const current = (kind: Way['kind']) => all.find((way) => way.kind === kind && way.state === 'current');
  const password = current('password');
  const row = { ...emptyAccount, id, number: newAccountNumber(), state: 'active' as const, credential_epoch: 0, created_at: times.first };
  const secret = password === undefined ? {} : { password_hash: hash, password_changed_at: timeOf(password) };
  await unguarded(db)
    .insertInto('accounts')
    .values({ ...row, ...secret, language: 'en_US' })
    .execute();
  for (const kind of ['phone', 'email'] as const) {
    const way = current(kind);
    if (way === undefined) continue;
    const value = addressOf(way);
    await unguarded(db)
      .insertInto('identifiers')
      .values({ account_id: id, kind, value, shown: value, created_at: timeOf(way) })
      .execute();
  }
  const paper = current('recoveryCode');
  if (paper !== undefined) {
    const code = { account_id: id, n: 1, mac: randomUUID(), used_at: null, made_at: timeOf(paper), pending_until: null, session_id: null };
    await unguarded(db).insertInto('recovery_codes').values(code).execute();
  }
  await makeOrigins(app, { id, all, times, idOf });
  await makeFormers(app, {
    id,
    all,
    times,
    idOf,
    secretOf: (way) => (isContact(way) ? addressOf(way) : way.kind === 'password' ? hash : '{"codes":[]}'),
  });
  if (position.isProtected) await setTwoStep(db, id, { since: times.first, methods: [] });
  if (position.isFrozen) await freeze(app, id);
  return { id, idOf, addressOf };
}

export function isContact({ kind }: Way): boolean {
  return kind === 'phone' || kind === 'email';
}

/** Of a side, or of nobody. */
function waysOf(position: Position, side: Side | 0): readonly Way[] {
  if (side !== 0) return heldBy(position, side);
  return kinds.flatMap((_, kind) => {
    const { first, firstBy, next, nextBy } = slotOf(position, kind);
    const isFree = (place: number, by: number) => places[place] !== undefined && by === 0;
    return isFree(first, firstBy) || isFree(next, nextBy) ? freeWay(position, kind) : [];
  });
}

function freeWay(position: Position, kind: number): readonly Way[] {
  const { first } = slotOf(position, kind);
  const way = known.get(`${kinds[kind] ?? 'password'}:first`);
  const state = places[first];
  return way === undefined || state === undefined ? [] : [{ ...way, state }];
}

interface Making {
  readonly id: string;
  readonly all: readonly Way[];
  readonly times: Times;
  readonly idOf: (way: Way) => WayId;
}

const voucherOf = (way: Way, times: Times): WayId | null =>
  way.vouchedBy === null ? null : (`${way.vouchedBy.slice(0, way.vouchedBy.indexOf(':'))}:${times.first}` as WayId);

async function makeOrigins({ db }: TestApp, { id, all, times, idOf }: Making): Promise<void> {
  const rows = createWayRows(db);
  for (const way of all) {
    const vouchedBy = voucherOf(way, times);
    if (way.state !== 'current' || vouchedBy === null) continue;
    await rows.put({ account_id: id, way: idOf(way), added_at: times.next, vouched_by: vouchedBy, own_root_at: times.next + longPeriodMs });
  }
}

async function makeFormers(
  { wiring }: TestApp,
  { id, all, times, idOf, secretOf }: Making & { readonly secretOf: (way: Way) => string },
): Promise<void> {
  const { formers } = wiring.core.identity;
  for (const each of all) {
    if (each.state === 'current') continue;
    const vouchedBy = voucherOf(each, times);
    const isFirst = vouchedBy === null;
    const way: Way = {
      ...each,
      id: idOf(each),
      addedAt: isFirst ? times.first : times.next,
      vouchedBy,
      ownRootAt: isFirst ? times.first : times.next + longPeriodMs,
    };
    const leaving = { account: { id }, way, value: secretOf(each) };
    if (each.state === 'out') await formers.putOut(leaving);
    else {
      const roots: readonly WayId[] = each.state === 'former' ? [way.id, vouchedBy ?? way.id] : ['social:other'];
      const by = { independence: 'single', roots, carriers: [], sessionId: '' } as const;
      await formers.keep({ ...leaving, leftBy: 'replaced', by, ways: { known: new Map([[way.id, way]]), now: times.next } });
    }
  }
}

async function freeze({ db, clock }: TestApp, id: string): Promise<void> {
  const at = clock.now();
  await setFrozen(db, { accountId: id, at });
  const closed = { closed_at: null, operator: '', case_ref: '', muted: '' };
  const opened = {
    opened_at: at,
    opened_by: 'session' as const,
    event: '',
    window_from: at - 7 * day,
    why: 'unknown' as const,
    opened_via: '',
    put_back: '',
  };
  await insertIncident(db, { id: newId(), account_id: id, state: 'frozen', ...opened, ...closed });
}
