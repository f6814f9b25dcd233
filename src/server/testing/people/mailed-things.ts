import { sql } from 'kysely';
import { expect } from 'vitest';
import { freshEmail, signUp } from './people.ts';
import { askReset } from './proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** Makes a value under the old key; returns the check of its state after the key is gone. */
export type Thing = (app: TestApp) => Promise<(later: TestApp) => Promise<void>>;

/** Messages and their links that were made under the old key. */
export const mailedThings: Readonly<Record<string, Thing>> = {
  'sends a digest of what waits': async (app) => {
    const { browser, contact, password } = await signUp(app);
    let oldPassword = password;
    for (let i = 0; i < 7; i += 1) {
      const newPassword = `another-${i}-Harbour`;
      expect(await browser.post('/password/update', { oldPassword, newPassword })).toMatchObject({ code: 200 });
      oldPassword = newPassword;
    }
    return async (later) => {
      // Other messages that wait under this key are shorter-lived than a digest.
      await sql`update notices set due_at = ${later.clock.now()} where due_at is not null`.execute(later.db.q());
      await later.wiring.jobs.digests.run();
      expect((await later.outbox(contact)).map(({ scene }) => scene)).toContain('digest');
    };
  },

  'redeems a mailed link': async (app) => {
    const { contact } = await signUp(app, { email: freshEmail() });
    const { token } = await askReset(app, app.newBrowser(), contact);
    return async (later) => {
      const reset = { token, newPassword: 'another-9-Harbour' };
      expect(await later.newBrowser().post('/password/reset/reset_password/email', reset)).toMatchObject({ code: 200 });
      const account = { account: contact, password: reset.newPassword };
      expect(await later.newBrowser().post('/login/password', account)).toMatchObject({ code: 200 });
    };
  },
};
