import { hour } from '#server/platform/clock.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import { freezeByCode, fresh, must, oldOwner, type Stage } from '#server/testing/stage.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { GuardName } from './guards-off.ts';

/** A control that is told step by step. @throws {BrokenPromise} */
export type Told = (app: TestApp) => Promise<void>;

type FrozenGuard = Extract<GuardName, 'stop'>;

const stageOf = (app: TestApp): Stage => ({ app, newBrowser: () => app.newBrowser() });

/** Claim E: nobody with one thing gets into a frozen account at once, nor by a wait that its owner stops. */
export const frozenControls: Readonly<Record<FrozenGuard, Told>> = {
  /** A reader of the mailbox freezes and waits; the owner stops it. */
  async stop(app) {
    const stage = stageOf(app);
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    const ticket = await freezeByCode(stage, thief, { contact: owner.email, why: 'unknown' });
    must(await thief.post('/recovery/claim', { ticket }));
    const token = await actingLink(app, owner.phone, 'n');
    must(await stage.newBrowser().post('/notice/answer', { token, answer: 'stop' }));
    app.clock.advance(72 * hour + 1);
    await app.wiring.jobs.claims.run();
    const due = await actingLink(app, owner.email, 'recover').catch(() => ticket);
    const { code } = await thief.post('/recovery/finish', { ticket: due, newPassword: fresh, keep: [] });
    if (code === 200 || code === 3006) throw new BrokenPromise('E: a wait that was stopped gets in');
  },
};
