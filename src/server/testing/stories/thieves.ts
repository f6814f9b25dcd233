import { minute } from '#server/platform/clock.ts';
import { askDeletion } from '#server/testing/deletion.ts';
import { freshEmail, goodPassword } from '#server/testing/people.ts';
import { addPasskey, signInByPasskey } from '#server/testing/passkeys.ts';
import { accountCode, leaveUnused } from '#server/testing/proving.ts';
import { actingLink } from '#server/testing/recovering.ts';
import { addAuthenticator } from '#server/testing/two-step.ts';
import {
  backByCodeAndPaper,
  byCode,
  byPassword,
  contactUses,
  copyOf,
  finish,
  freezeByCode,
  freezeByMessage,
  linkUses,
  must,
  oldOwner,
  passwordUses,
  proveContact,
  provePaper,
  provePassword,
  resetBy,
  sessionUses,
  stolen,
  type Owner,
  type Stage,
  type Story,
} from './stage.ts';

const proves = (password: string) => ({ method: 'password', password });

/** 1. Signs in with a stolen password and changes it. */
const stolenPassword: Story = async (stage) => {
  const owner = await oldOwner(stage);
  const thief = stage.newBrowser();
  must(await byPassword(thief, owner.phone));
  must(await thief.post('/password/update', { oldPassword: goodPassword, newPassword: stolen }));
  await freezeByMessage(stage, owner.email);
  const begun = await byCode(stage, owner.browser, owner.phone);
  must(begun, 3016);
  await finish({ browser: owner.browser, ticket: begun.data.ticket });
  return { owner: owner.browser, thief: [...sessionUses(thief), ...passwordUses(stage, owner.phone, [stolen, goodPassword])] };
};

/** 2. Takes the number over, sets a password and another email. */
const simSwap: Story = async (stage) => {
  const owner = await oldOwner(stage);
  await byPassword(owner.browser, owner.phone);
  const app = await addAuthenticator(stage.app, { browser: owner.browser, password: goodPassword });
  stage.app.clock.advance(46 * 24 * 60 * minute);
  const thief = stage.newBrowser();
  must(await resetBy(stage, thief, { contact: owner.phone, password: stolen }));
  must(await byPassword(thief, owner.phone, stolen));
  const email = await changeEmail(stage, { browser: thief, password: stolen });
  await freezeByMessage(stage, owner.email);
  const browser = stage.newBrowser();
  const begun = await byPassword(browser, owner.email);
  must(begun, 3016);
  const back = { browser, ticket: begun.data.ticket };
  must(await browser.post('/recovery/prove', { ticket: back.ticket, method: 'totp', code: app.next() }));
  await finish(back, ['phone']);
  const thiefs = [...sessionUses(thief), ...passwordUses(stage, owner.phone, [stolen]), ...contactUses(stage, owner.phone)];
  return { owner: browser, thief: [...thiefs, ...contactUses(stage, email)] };
};

/** 3. Has the cookie, the password and the open webmail; adds a passkey. */
const infostealer: Story = async (stage) => {
  const owner = await oldOwner(stage);
  must(await byPassword(owner.browser, owner.phone));
  const thief = copyOf(stage, owner.browser);
  const passkey = await addPasskey({ browser: thief, password: goodPassword });
  await freezeByMessage(stage, owner.phone);
  const browser = await backByCodeAndPaper(stage, owner, { contact: owner.phone, without: ['email'] });
  return {
    owner: browser,
    thief: [
      ...sessionUses(thief),
      ...passwordUses(stage, owner.phone, [goodPassword]),
      ...contactUses(stage, owner.email),
      async () => (await signInByPasskey(stage.newBrowser(), passkey)).code === 200,
    ],
  };
};

/** 7. Sits at the open laptop, removes the other browsers and asks for the deletion. */
const openLaptop: Story = async (stage) => {
  const owner = await oldOwner(stage);
  must(await byPassword(owner.browser, owner.phone));
  const other = stage.newBrowser();
  must(await byPassword(other, owner.phone));
  await owner.browser.post('/account/auth', { ...proves(goodPassword), action: 'endOthers' });
  must(await owner.browser.post('/device/unBindOthers', {}));
  must(await askDeletion(owner.browser));
  const phone = stage.newBrowser();
  const ticket = await freezeByCode(stage, phone, { contact: owner.phone, why: 'computer' });
  must(await provePaper({ browser: phone, ticket }, owner.codes[0]));
  await finish({ browser: phone, ticket }, ['email']);
  return {
    owner: phone,
    thief: [...sessionUses(owner.browser), ...passwordUses(stage, owner.phone, [goodPassword]), ...contactUses(stage, owner.email)],
  };
};

/** 8. Has the unlocked phone, sets a password by SMS and removes the email. */
const openPhone: Story = async (stage) => {
  const owner = await oldOwner(stage);
  const thief = stage.newBrowser();
  must(await resetBy(stage, thief, { contact: owner.phone, password: stolen }));
  must(await byPassword(thief, owner.phone, stolen));
  must(await thief.post('/account/auth', proves(stolen)));
  must(await thief.post('/update/email', { email: '' }));
  const browser = stage.newBrowser();
  const ticket = await freezeByCode(stage, browser, { contact: owner.email, why: 'phone' });
  must(await provePassword({ browser, ticket }, goodPassword));
  must(await provePaper({ browser, ticket }, owner.codes[0]));
  await finish({ browser, ticket }, ['phone']);
  return {
    owner: browser,
    thief: [...sessionUses(thief), ...passwordUses(stage, owner.phone, [stolen]), ...contactUses(stage, owner.phone)],
  };
};

/** 9. Reads the mailbox: answers for the owner, freezes, and waits. */
const mailReader: Story = async (stage) => {
  const { app } = stage;
  const owner = await oldOwner(stage);
  must(await byPassword(stage.newBrowser(), owner.phone));
  const link = await actingLink(app, owner.email, 'notice');
  must(await stage.newBrowser().post('/notice/answer', { token: link, answer: 'me' }));
  const thief = stage.newBrowser();
  const ticket = await freezeByCode(stage, thief, { contact: owner.email, why: 'unknown' });
  must(await thief.post('/recovery/claim', { ticket }));
  const token = await actingLink(app, owner.phone, 'n');
  must(await stage.newBrowser().post('/notice/answer', { token, answer: 'stop' }));
  const browser = stage.newBrowser();
  const begun = await byPassword(browser, owner.phone);
  must(begun, 3016);
  const back = { browser, ticket: begun.data.ticket };
  must(await proveContact(app, back, { contact: owner.phone }));
  await finish(back, ['email']);
  const wait = async () => (await thief.post('/recovery/finish', { ticket, newPassword: stolen, keep: [] })).code === 200;
  const claim = async () => (await thief.post('/recovery/claim', { ticket })).code === 200;
  return { owner: browser, thief: [wait, claim, ...linkUses(stage, link), ...contactUses(stage, owner.email)] };
};

/** 11. Has the number that its carrier gave them, of an account that was not used for long. */
const recycledNumber: Story = async (stage) => {
  const { app } = stage;
  const owner = await oldOwner(stage);
  await leaveUnused(app, owner.id, 200 * 24 * 60 * minute);
  const thief = stage.newBrowser();
  must(await resetBy(stage, thief, { contact: owner.phone, password: stolen }), 3011);
  // The mailbox hears of it.
  const token = await actingLink(app, owner.email, 'notice');
  must(await stage.newBrowser().post('/notice/answer', { token, answer: 'not-me' }));
  must(await byPassword(owner.browser, owner.email));
  must(await owner.browser.post('/account/auth', proves(goodPassword)));
  must(await owner.browser.post('/update/phone', { phone: '' }));
  return {
    owner: owner.browser,
    thief: [...sessionUses(thief), ...passwordUses(stage, owner.email, [stolen]), ...contactUses(stage, owner.phone)],
  };
};

/** 12. Sends an imitation with the reference of another account's message. */
const phisher: Story = async (stage) => {
  const [owner, other] = [await oldOwner(stage), await oldOwner(stage)];
  must(await byPassword(stage.newBrowser(), other.phone));
  must(await byPassword(other.browser, other.phone));
  must(await byPassword(owner.browser, owner.phone));
  const reference = await referenceTo(stage, other);
  const check = async (browser: Owner['browser']) =>
    (await browser.post<{ known: boolean }>('/account/messages/check', { reference })).data.known;
  if (!(await check(other.browser))) throw new Error('its owner does not know the reference');
  const token = 'A'.repeat(43);
  return { owner: owner.browser, thief: [() => check(owner.browser), ...linkUses(stage, token)] };
};

async function referenceTo({ app }: Stage, { email, browser }: Owner): Promise<string> {
  await app.outbox(email);
  const { data } = await browser.get<{ items: readonly { reference: string }[] }>('/account/messages');
  return data.items.find(({ reference }) => reference !== '')?.reference ?? '';
}

async function changeEmail({ app }: Stage, { browser, password }: { readonly browser: Owner['browser']; readonly password: string }) {
  const email = freshEmail();
  must(await browser.post('/account/auth', proves(password)));
  app.clock.advance(2 * minute);
  const code = await accountCode(app, browser, { contact: email, scene: 'bind' });
  must(await browser.post('/update/email', { email, code }));
  return email;
}

export const thieves: Readonly<Record<string, Story>> = {
  '1 a stolen password': stolenPassword,
  '2 a number that was taken over': simSwap,
  '3 an infostealer with cookie, password and webmail': infostealer,
  '7 an open stolen laptop': openLaptop,
  '8 an open stolen phone': openPhone,
  '9 a reader of the mailbox': mailReader,
  '11 a recycled number': recycledNumber,
  '12 a phisher with a borrowed reference': phisher,
};
