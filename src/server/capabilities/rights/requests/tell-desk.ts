import type { Journal } from '#server/core/protection/journal/journal.ts';
import { deskStep } from '#server/core/rights/requests/due-date.ts';
import { noteTold } from '#server/core/rights/requests/rights-requests.guarded.ts';
import { listOpenRequests } from '#server/core/rights/requests/rights-requests.repository.ts';
import type { Store } from '#server/core/store.ts';

export interface TellDeskDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly journal: Pick<Journal, 'notices'>;
  /** Where the desk reads; undefined without one. */
  readonly deskMail: string | undefined;
}

/**
 * Mails the desk, at once for all requests with a step that it does not know (`deskStep`): their numbers, kinds and
 * dates, nothing else. Returns the number of requests.
 */
export async function tellDesk({ store: { db, clock }, journal: { notices }, deskMail }: TellDeskDeps): Promise<number> {
  if (deskMail === undefined) return 0;
  const at = clock.now();
  return db.tx(async () => {
    const lines = [];
    for (const request of await listOpenRequests(db)) {
      const step = deskStep(request, at);
      if (step > request.told && (await noteTold(db, request.id, step)))
        lines.push({ number: request.number, kind: request.kind, dueAt: request.due_at, late: at >= request.due_at });
    }
    if (lines.length > 0) await notices.sendDesk({ to: deskMail, lines });
    return lines.length;
  });
}
