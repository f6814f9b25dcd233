import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { goodPassword } from '#server/testing/people/people.ts';
import { beginRecovery } from '#server/testing/people/recovering.ts';
import { addPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import {
  byPassword,
  freezeByCode,
  fresh,
  must,
  oldOwner,
  provePassword as proveOwnPassword,
  stolen,
  type Owner,
  type Stage,
} from '#server/testing/stage.ts';
import { askReset } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { addAuthenticator, provePassword, switchTwoStepOn, type TestAuthenticator } from '#server/testing/people/two-step.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Told } from './frozen-controls.ts';
import type { GuardName } from './guards-off.ts';

type FormerGuard = Extract<GuardName, 'former-void' | 'former-once' | 'former-things' | 'former-paper' | 'gate-links' | 'clean-up'>;

const stageOf = (app: TestApp): Stage => ({ app, newBrowser: () => app.newBrowser() });

/** An owner who is signed in again: what they do is no act of a session of sixty days ago. */
async function ownerInside(app: TestApp): Promise<Owner> {
  const owner = await oldOwner(stageOf(app));
  must(await byPassword(owner.browser, owner.phone));
  return owner;
}

const inSession = (browser: TestBrowser) => ({ browser, password: goodPassword });

async function removeApp(browser: TestBrowser, { id }: TestAuthenticator): Promise<void> {
  await provePassword(inSession(browser), 'removeTotp');
  must(await browser.post('/totp/remove', { id }));
}

/** A way that stood in an account and was taken out keeps proving for its owner, and for nobody else. */
export const formerControls: Readonly<Record<FormerGuard, Told>> = {
  /** The owner throws a stolen phone out by two ways; its thief comes with it. */
  async 'former-void'(app) {
    const owner = await ownerInside(app);
    await setTwoStep(app.db, owner.id, { since: app.clock.now(), methods: ['phone', 'email'] });
    await provePassword(inSession(owner.browser), 'unbindPhone');
    must(await owner.browser.post('/account/auth', { method: 'recovery', code: owner.codes[0], action: 'unbindPhone' }));
    must(await owner.browser.post('/update/phone', { phone: '' }));
    const formers = await app.wiring.core.identity.formers.of({ id: owner.id });
    if (formers.some(({ way }) => way.kind === 'phone')) throw new BrokenPromise('A: a phone that was thrown out still proves');
  },

  /** Somebody saw the code of a removed app, which the owner has just shown. */
  async 'former-once'(app) {
    const owner = await ownerInside(app);
    const old = await addAuthenticator(app, inSession(owner.browser));
    await removeApp(owner.browser, old);
    await switchTwoStepOn(app, inSession(owner.browser));
    const begun = [await beginRecovery(app, owner.phone), await beginRecovery(app, owner.email)];
    const code = old.next();
    const shown: number[] = [];
    for (const { browser, ticket } of begun) {
      shown.push((await browser.post('/recovery/prove', { ticket, method: 'totp', former: true, code })).code);
    }
    must({ code: shown[0] ?? 0, text: `the first time: ${shown[0]}` });
    if (shown[1] === 200) throw new BrokenPromise('A: a code of a removed app works twice');
  },

  /** A thief of the password takes the app out; the owner shows it beside the phone. */
  async 'former-things'(app) {
    const owner = await ownerInside(app);
    const old = await addAuthenticator(app, inSession(owner.browser));
    await removeApp(owner.browser, old);
    await switchTwoStepOn(app, inSession(owner.browser));
    const { browser, ticket } = await beginRecovery(app, owner.phone);
    const shown = await browser.post('/recovery/prove', { ticket, method: 'totp', former: true, code: old.next() });
    if (shown.code !== 200) throw new BrokenPromise('A: an app that was taken out proves nothing');
  },

  /** The same with the paper, which a thief replaced. */
  async 'former-paper'(app) {
    const owner = await ownerInside(app);
    await provePassword(inSession(owner.browser), 'makeRecoveryCodes');
    must(await owner.browser.post('/recovery-codes/make', {}));
    await switchTwoStepOn(app, inSession(owner.browser));
    const { browser, ticket } = await beginRecovery(app, owner.phone);
    const shown = await browser.post('/recovery/prove', { ticket, method: 'recovery', former: true, code: owner.codes[0] });
    if (shown.code !== 200) throw new BrokenPromise('A: paper that was replaced proves nothing');
  },

  /** A reader of the mailbox takes the link of a reset. */
  async 'gate-links'(app) {
    const owner = await ownerInside(app);
    await setTwoStep(app.db, owner.id, { since: app.clock.now(), methods: ['phone', 'email'] });
    const thief = app.newBrowser();
    await askReset(app, thief, owner.email);
    const [mail] = await app.outbox(owner.email);
    const token = /[\w-]{22}/.exec(mail?.link ?? '')?.[0];
    const { code } = await thief.post('/password/reset/reset_password/email', { token, newPassword: stolen });
    if (code === 200) throw new BrokenPromise("A': a link alone sets the password of a protected account");
  },

  /** A thief of the password adds a passkey; the owner takes what the page proposes. */
  async 'clean-up'(app) {
    const stage = stageOf(app);
    const owner = await oldOwner(stage);
    const thief = app.newBrowser();
    must(await byPassword(thief, owner.phone));
    const passkey = await addPasskey(inSession(thief));
    const browser = app.newBrowser();
    const ticket = await freezeByCode(stage, browser, { contact: owner.phone, why: 'unknown' });
    const { data } = await proveOwnPassword({ browser, ticket }, goodPassword);
    const keep = data.ways.filter(({ kept, family }) => kept || family === 'email').map(({ id }) => id);
    must(await browser.post('/recovery/finish', { ticket, newPassword: fresh, keep }));
    if ((await signInByPasskey(app.newBrowser(), passkey)).code === 200) throw new BrokenPromise('A: a way of the thief is left');
  },
};
