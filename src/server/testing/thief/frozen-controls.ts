import { day, hour } from '#server/platform/clock.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { actingLink, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import {
  byCode,
  byPassword,
  freezeByCode,
  fresh,
  must,
  oldOwner,
  provePassword,
  resetBy,
  stolen,
  type Stage,
} from '#server/testing/stage.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { GuardName } from './guards-off.ts';

/** A control that is told step by step. @throws {BrokenPromise} */
export type Told = (app: TestApp) => Promise<void>;

type FrozenGuard = Extract<GuardName, 'spent' | 'stop' | 'named' | 'named-waits'>;

const stageOf = (app: TestApp): Stage => ({ app, newBrowser: () => app.newBrowser() });

/** Claim E: nobody with one thing gets into a frozen account at once, nor by a wait that its owner stops. */
export const frozenControls: Readonly<Record<FrozenGuard, Told>> = {
  /** A thief of the number sets a password; the owner says that it was somebody else. */
  async spent(app) {
    const stage = stageOf(app);
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await resetBy(stage, thief, { contact: owner.phone, password: stolen }));
    must(await byPassword(thief, owner.phone, stolen));
    const token = await actingLink(app, owner.email, 'notice');
    must(await stage.newBrowser().post('/notice/answer', { token, answer: 'not-me' }));
    const begun = await byCode(stage, thief, owner.phone);
    must(begun, 3016);
    const claim = await thief.post('/recovery/claim', { ticket: begun.data.ticket });
    if (claim.code === 200) throw new BrokenPromise('E: the number that was used opens a wait');
  },

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

  /** The owner says that the phone was stolen; its thief knows the password too. */
  async named(app) {
    const stage = stageOf(app);
    const owner = await oldOwner(stage);
    await freezeByCode(stage, stage.newBrowser(), { contact: owner.email, why: 'phone' });
    const thief = stage.newBrowser();
    const begun = await byCode(stage, thief, owner.phone);
    must(begun, 3016);
    const { data } = await provePassword({ browser: thief, ticket: begun.data.ticket }, goodPassword);
    if (data.independence === 'independent') throw new BrokenPromise('E: what the owner called stolen gets in at once');
  },

  /** A thief of the password lies: the owner of two things is back after a day. */
  async 'named-waits'(app) {
    const stage = stageOf(app);
    const owner = await oldOwner(stage);
    const thief = stage.newBrowser();
    must(await byPassword(thief, owner.phone));
    must(await thief.post('/account/freeze', { why: 'phone' }));
    const browser = stage.newBrowser();
    const begun = await byCode(stage, browser, owner.phone);
    must(begun, 3016);
    const back = { browser, ticket: begun.data.ticket };
    must(await provePassword(back, goodPassword));
    if ((await browser.post<RecoveryAnswer>('/recovery/claim', { ticket: back.ticket })).code !== 200)
      throw new BrokenPromise('A: a lie keeps the owner out for good');
    app.clock.advance(day + 1);
  },
};
