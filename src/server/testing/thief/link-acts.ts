import { bind, importOld, proveContact } from '#server/testing/people/legacy.ts';
import { postEverywhere, tokenCalls } from '#server/testing/people/token-calls.ts';
import { withProofs, type Act } from './act.ts';
import { pickOf } from './life.ts';

/** Newest messages of a contact whose tokens he tries. */
const atOnce = 3;

/** Tokens that leave the house, and the legacy accounts that bring some. */
export const linkActs: readonly Act[] = [
  withProofs('merges a legacy account of his own', async (life, browser, prove) => {
    const old = await importOld(life.app, { nickname: null });
    await prove('mergeAccounts');
    const { ticket, legacy, accounts } = await proveContact(life.app, browser, old.phone);
    const side = pickOf(life.random, ['legacy', 'target']);
    const choices = { phone: side, email: side, username: side, realName: side, company: side, birthday: side, gender: side };
    const sides = { legacyId: legacy[0]?.legacyId, target: accounts.find(({ isOwn }) => isOwn)?.target };
    const { code } = await bind(browser, { step: 'merge', ...sides, tickets: [ticket], choices });
    if (code !== 200) return;
    for (const { contacts } of [life.thief.hand, life.thief.own]) contacts.push(old.phone, old.email);
  }),
  {
    name: 'posts every token that he reads to every call',
    async run(life) {
      const calls = await tokenCalls();
      const { app, thief } = life;
      for (const contact of new Set([...thief.hand.contacts, ...thief.own.contacts])) {
        for (const { link, text } of (await app.outbox(contact)).slice(0, atOnce)) {
          for (const [token] of `${link ?? ''} ${text ?? ''}`.matchAll(/(?<![\w-])[\w-]{22}(?![\w-])/g)) {
            for (const { browser } of await postEverywhere(calls, token, () => app.newBrowser()))
              if (browser.cookies.has('sid') && !thief.browsers.includes(browser)) thief.browsers.unshift(browser);
          }
        }
      }
    },
  },
];
