import type { NoticeWeight } from '#contract/protection/notices/notice-kinds.words.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Store } from '#server/core/store.ts';
import { minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { roomTime } from './floods.ts';
import type { GatheredNotice } from './gather-notices.ts';
import { addNotice, postpone, takeWaiting, type NoticeRow } from './notices.guarded.ts';
import { nextReader, pastNotices } from './notices.repository.ts';
import type { Notices } from './notices.ts';

export interface DigestDeps {
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly notices: Pick<Notices, 'sendDigest'>;
}

/** Sends the digests that are due, one for each reader. Any number of servers may do it. */
export function digestJob(deps: DigestDeps): Job {
  return {
    everyMs: minute / 2,
    removes: 'nothing',
    failure: 'digests of notices could not be sent',
    async run() {
      while (await sendNext(deps));
    },
  };
}

/** One transaction: what it takes is in the outbox, or waits on. */
async function sendNext(deps: DigestDeps): Promise<boolean> {
  const { db, clock } = deps.store;
  const reader = await nextReader(db, clock.now());
  if (reader === undefined) return false;
  await db.tx(async () => {
    await lockAccount(db, reader.accountId);
    const past = await pastNotices(db, { accountId: reader.accountId, now: clock.now() });
    const waiting = past.filter(({ contact, state }) => contact === reader.contact && state === 'waiting');
    const [first] = waiting;
    if (first === undefined) return;
    const weight: NoticeWeight = waiting.some((each) => each.weight === 'alarm') ? 'alarm' : 'notice';
    const until = roomTime(past, { weight, channel: first.channel }, clock.now());
    if (until !== undefined) {
      await postpone(db, { ...reader, until });
      return;
    }
    const rows = await takeWaiting(db, reader);
    const account = await deps.accounts.findById(reader.accountId);
    if (account === undefined || account.state === 'purged') return;
    await tell(deps, account, { rows, weight });
  });
  return true;
}

async function tell(
  { store: { db, clock, keyring }, notices }: DigestDeps,
  account: Account,
  { rows, weight }: { readonly rows: readonly NoticeRow[]; readonly weight: NoticeWeight },
): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `createGather` writes them
  const told = rows.flatMap(({ sealed }) => (sealed === null ? [] : [JSON.parse(keyring.open('outbox', sealed)) as GatheredNotice]));
  const [first, ...others] = told;
  const [row] = rows;
  if (first === undefined || row === undefined) return;
  await notices.sendDigest({ account, told: [first, ...others], counted: rows.reduce((sum, { more }) => sum + more, 0) });
  const { contact, channel } = row;
  const digest = { id: newId(), account_id: account.id, contact, channel, kind: 'digest', weight, state: 'digest' } as const;
  await addNotice(db, { ...digest, at: clock.now(), due_at: null, more: 0, sealed: null });
}
