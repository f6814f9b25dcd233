import { expectOk } from '#server/testing/server/http-client.ts';
import { expect, test } from './support/fixtures.ts';
import { lendSession, newPerson } from './support/persons.ts';
import { endingsOfTurn, homeOf, lookAround, signIn } from './support/session-endings.ts';

for (const [how, end] of endingsOfTurn(1)) {
  test(`the same person returns to their own current data after ${how}`, async ({ page, context, t, lang, isMobile, database }) => {
    test.slow();
    const stage = { page, context, t, isMobile, database };
    const anna = await newPerson('anna', { lang, database });
    await lendSession(context, anna);
    await page.goto(homeOf(isMobile));
    await lookAround(stage, anna);

    await end(stage, anna);
    const isKept = how === 'the deletion of the account';
    if (isKept) {
      await signIn(stage, anna);
      await page.getByRole('button', { name: t('wd.btn') }).click();
      await expect(page).toHaveURL(/\/\w+-account-home$/);
    }
    expectOk(await anna.elsewhere.signIn(anna));
    const company = `moved to ${anna.nickname}`;
    expectOk(await anna.elsewhere.post('/userinfo', { company }));
    if (isKept) await page.reload();
    else await signIn(stage, anna);
    await lookAround(stage, { ...anna, company });
  });
}
