import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { TwoStepDeps } from './two-step-deps.ts';

/** Ends the trust in one browser or, without an id, in all of them. Less access needs no proof. */
export async function endTrust({ store, access, journal }: TwoStepDeps, { session, visit }: Person, id: string | undefined): Promise<void> {
  const { account, accountId, sessionId } = session;
  await store.db.tx(async () => {
    const ended = await access.trust.end(account, id);
    if (ended > 0) await journal.audit.record({ event: 'browser.distrusted', accountId, sessionId, origin: visit, detail: { ended } });
  });
}
