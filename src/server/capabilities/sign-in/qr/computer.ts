import { randomInt } from 'node:crypto';
import { qrLimits, type QrPurpose, type QrState } from '#contract/sign-in/qr/qr.words.ts';
import type { QrRowState } from '#server/core/sign-in/qr/qr-sign-ins.table.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { second } from '#server/platform/clock.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isSecretOf, makeQrCode, readQrCode, secretOf, type QrCode } from './qr-codes.ts';
import { cancel, drawNumbers, noteComputer } from './qr-sign-ins.guarded.ts';
import { createQrRows, type QrRow } from './qr-sign-ins.repository.ts';

export interface ComputerDeps {
  readonly store: Store;
}

type ComputerVisit = Pick<Visit, 'visitor' | 'clientIp' | 'userAgent' | 'browser'>;

/** A code and the secret of the page that shows it. */
export interface OfPage {
  readonly code: string;
  readonly secret: string;
}

/** How far a code has come; `number` is the one on the screen. */
export interface QrProgress {
  readonly state: QrState;
  readonly number?: number;
  /** Seconds until the page asks again. */
  readonly askEvery: number;
}

/** No camera is faster: until then nothing is looked up. */
const soonestMs = 2 * second;
const askEvery = 2;
/** While somebody holds both devices. */
const askOften = 1;
/** Once a page has been open for two minutes. */
const askSeldom = 5;
const seldomAfterMs = 120 * second;

/** State of a row as a page is told. */
const shownStates: Readonly<Record<QrRowState, QrState>> = {
  opened: 'opened',
  asked: 'opened',
  shown: 'shown',
  approved: 'approved',
  denied: 'denied',
  wrong: 'wrong',
  claimed: 'over',
  canceled: 'over',
};

/** A code for the screen of this browser. Leaves nothing behind. */
export function beginQr({ store: { keyring, clock } }: ComputerDeps, { visitor }: Pick<Visit, 'visitor'>, purpose: QrPurpose) {
  const { code, openUntil } = makeQrCode(keyring, purpose, clock.now());
  return { code, secret: secretOf(keyring, code, visitor), openUntil, askEvery };
}

/**
 * How far the code of a page has come. The first call after a phone opened it notes the browser; the first one after an
 * account asked there draws the numbers, so that none exists before somebody signed in holds a phone to this very screen.
 * @throws {Refusal} qrOver for a code of another browser or installation
 */
export async function qrState(deps: ComputerDeps, visit: ComputerVisit, page: OfPage): Promise<QrProgress> {
  const { db, clock } = deps.store;
  const at = clock.now();
  const { madeAt, openUntil, purpose } = readOwnCode(deps, visit, page);
  const isBusy = (state: QrState): boolean => state === 'shown' || (state === 'opened' && purpose === 'signIn');
  const seldom = at - madeAt < seldomAfterMs ? askEvery : askSeldom;
  const is = (state: QrState): QrProgress => ({ state, askEvery: isBusy(state) ? askOften : seldom });
  if (at < madeAt + soonestMs) return is('waiting');
  const rows = createQrRows(db);
  const id = sha256(page.code);
  const found = await rows.find(id);
  if (found === undefined) return is(at < openUntil ? 'waiting' : 'over');
  if (isOver(found, { at, computer: visit.visitor })) return is('over');
  const row = await goOn(deps, visit, found);
  if (row === undefined) return is('over');
  const { number } = row;
  if (row.state === 'shown' && number !== null) return { ...is('shown'), number };
  return is(shownStates[row.state]);
}

/**
 * Ends a code at the wish of its page.
 * @throws {Refusal} qrOver for a code of another browser or installation
 */
export async function cancelQr(deps: ComputerDeps, visit: Pick<Visit, 'visitor'>, page: OfPage): Promise<void> {
  readOwnCode(deps, visit, page);
  await cancel(deps.store.db, { id: sha256(page.code), at: deps.store.clock.now() });
}

/** @throws {Refusal} qrOver */
export function readOwnCode({ store: { keyring, clock } }: ComputerDeps, { visitor }: Pick<Visit, 'visitor'>, page: OfPage): QrCode {
  const code = readQrCode(keyring, page.code, clock.now());
  if (code === undefined || !isSecretOf(keyring, { ...page, visitor })) throw new Refusal('qrOver', { reason: 'no code of this browser' });
  return code;
}

function isOver({ expires_at: expiresAt, computer }: QrRow, now: { readonly at: number; readonly computer: string }): boolean {
  return expiresAt <= now.at || (computer !== null && computer !== now.computer);
}

/** Step that this call of the computer moves, and the row after it. */
async function goOn({ store: { db, clock } }: ComputerDeps, visit: ComputerVisit, row: QrRow): Promise<QrRow | undefined> {
  const from = { id: row.id, at: clock.now(), computer: visit.visitor };
  if (row.computer === null) {
    const { name, os } = describeUserAgent(visit.userAgent);
    await noteComputer(db, from, {
      computer: visit.visitor,
      computer_ip: visit.clientIp,
      computer_browser: visit.browser ?? '',
      browser_name: name,
      os,
    });
  }
  if (row.state === 'asked') await drawNumbers(db, from, { ...threeNumbers(), expiresAt: from.at + qrLimits.choiceMs });
  return row.computer === null || row.state === 'asked' ? createQrRows(db).find(row.id) : row;
}

function threeNumbers(): { readonly number: number; readonly choices: readonly number[] } {
  const choices = new Set<number>();
  while (choices.size < 3) choices.add(randomInt(10, 100));
  const drawn = [...choices];
  return { choices: drawn, number: drawn[randomInt(drawn.length)] ?? 0 };
}
