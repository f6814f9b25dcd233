import { deskQueues, leaseMinutes, undeliveredHours, type DeskQueue } from '#contract/operations/desk/desk-queues.words.ts';
import { defaultLanguage, type Language } from '#contract/vocabulary/languages.ts';
import { releaseItem, takeItem } from '#server/core/operations/desk/desk-leases.guarded.ts';
import { listLeases, listUndelivered } from '#server/core/operations/desk/queues.repository.ts';
import type { RightsRequest } from '#server/core/rights/requests/rights-requests.guarded.ts';
import { listOpenRequests } from '#server/core/rights/requests/rights-requests.repository.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CardDeps } from '../person/person-cards.ts';
import { listReviews, type ReviewDeps } from './review-app.ts';

/** Items that a queue shows: what waits longest, or is due first. */
const mostItems = 200;

/** An item that waits, without anything of a person. Times in milliseconds. */
export interface QueueItem {
  readonly id: string;
  readonly at: number;
  readonly dueAt: number | null;
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly channel: string;
  /** Masked. */
  readonly target: string;
  readonly takenBy: string;
}

const none = { dueAt: null, name: '', channel: '', target: '', takenBy: '' } as const;

function toItem({ number, received_at: at, due_at: dueAt, kind, state, channel }: RightsRequest): QueueItem {
  return { ...none, id: number, at, dueAt, name: number, kind, state, channel };
}

/** Texts for the reader: the language, and titles of sent messages by their kind. */
interface Shown extends Pick<CardDeps, 'titleOf'> {
  readonly lang: Language;
}

type Reader = (deps: ReviewDeps, about: Shown & { readonly now: number }) => Promise<readonly QueueItem[]>;

const readers: Readonly<Record<DeskQueue, Reader>> = {
  async reviews(deps, { lang }) {
    const waiting = await listReviews(deps);
    return waiting.map(({ app: { client, state }, version }) => ({
      ...none,
      id: client.id,
      at: version.asked_at ?? 0,
      name: client.name[lang],
      kind: state === 'review' ? 'first' : 'change',
      state,
    }));
  },
  requests: async ({ db }) => (await listOpenRequests(db)).filter(({ kind }) => kind !== 'appeal').map(toItem),
  appeals: async ({ db }) => (await listOpenRequests(db)).filter(({ kind }) => kind === 'appeal').map(toItem),
  async undelivered({ db }, { now, lang, titleOf }) {
    const messages = await listUndelivered(db, { since: now - undeliveredHours * hour, limit: mostItems + 1 });
    return messages.map(({ reference, kind, ...message }) => ({ ...none, ...message, kind: titleOf(kind, lang), name: reference }));
  },
};

/** The items of a queue with the members who work on them. */
export async function readQueue(
  deps: ReviewDeps,
  { queue, ...shown }: { readonly queue: DeskQueue } & Shown,
): Promise<{ readonly now: number; readonly items: readonly QueueItem[]; readonly more: boolean }> {
  const now = deps.clock.now();
  const found = await readers[queue](deps, { now, ...shown });
  const taken = await listLeases(deps.db, { queue, at: now });
  const items = found.slice(0, mostItems).map((item) => ({ ...item, takenBy: taken.get(item.id) ?? '' }));
  return { now, items, more: found.length > mostItems };
}

/** How much waits in each queue, and how much of it past its date. */
export async function countQueues(
  deps: ReviewDeps,
): Promise<readonly { readonly name: DeskQueue; readonly count: number; readonly overdue: number }[]> {
  const now = deps.clock.now();
  return Promise.all(
    deskQueues.map(async (name) => {
      const items = await readers[name](deps, { now, lang: defaultLanguage, titleOf: String });
      return { name, count: items.length, overdue: items.filter(({ dueAt }) => dueAt !== null && dueAt <= now).length };
    }),
  );
}

/** How often the number of all that waits is read, for all members together. */
const countEveryMs = 5 * second;

/** Counts everything that waits. */
export function waitingCounter(deps: ReviewDeps): () => Promise<number> {
  let last: { readonly at: number; readonly count: Promise<number> } | undefined;
  return () => {
    const at = deps.clock.now();
    if (last === undefined || Math.abs(at - last.at) >= countEveryMs) {
      const count = countQueues(deps).then((queues) => queues.reduce((sum, queue) => sum + queue.count, 0));
      last = { at, count };
      count.catch(() => (last = undefined));
    }
    return last.count;
  };
}

interface ItemOrder {
  readonly queue: DeskQueue;
  readonly item: string;
  readonly member: string;
}

/**
 * Takes an item for 15 minutes, or keeps it. Returns the end in milliseconds.
 * @throws {Refusal} deskChanged while another member has it
 */
export async function takeQueueItem({ db, clock }: Pick<ReviewDeps, 'db' | 'clock'>, order: ItemOrder): Promise<number> {
  const at = clock.now();
  const until = at + leaseMinutes * minute;
  if (!(await takeItem(db, { ...order, at, until }))) throw new Refusal('deskChanged', { reason: 'another member has it' });
  return until;
}

/** Gives an item back, if this member has it. */
export async function releaseQueueItem({ db, clock }: Pick<ReviewDeps, 'db' | 'clock'>, order: ItemOrder): Promise<void> {
  await releaseItem(db, { ...order, at: clock.now() });
}
