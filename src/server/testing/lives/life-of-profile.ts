import { randomInt, randomUUID } from 'node:crypto';
import { isOfKind, profileItems, type ItemsOfKind, type ProfileValues } from '#contract/account/profile/items.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { ok, prove, signIn, word, type Living } from './living.ts';

export async function fillProfile(app: TestApp, living: Living): Promise<void> {
  await ok(living.browser.post('/account/checkup/later', { advice: 'quiet' }));
  const { browser, known } = living;
  const texts = profileItems.filter((item) => isOfKind(item, 'text'));
  Object.assign(known, Object.fromEntries(texts.map((item) => [item, word(item)])), {
    userAgent: `Mozilla/5.0 (X11; Linux) Firefox/140.0 ${word('agent')}`,
  });
  const newName = () => `u${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  known['username'] = newName();
  known['nickname'] = `n${randomInt(1e9)}${randomInt(1e9)}`;
  const choices = {
    gender: 2,
    birthday: '1980-01-02',
    country: 'FR',
    zone: 'Europe/Paris',
    degree: 'doctor',
    year: '2004',
    industry: 5,
  } satisfies Omit<ProfileValues, ItemsOfKind<'text'>>;
  const items = Object.fromEntries(texts.map((item) => [item, known[item]]));
  const { username, nickname } = known;
  // The first choice is free, and then there is one change.
  await ok(browser.post('/update/username', { username: newName() }));
  // The first choice of a nickname is free, and leaves no date.
  await ok(browser.post('/userinfo', { nickname: `f${randomInt(1e9)}` }, { 'user-agent': known['userAgent'] }));
  await ok(browser.post('/userinfo', { username, nickname, ...items, ...choices }, { 'user-agent': known['userAgent'] }));
  await ok(browser.post('/update/showqrcode', { showQrcode: false }));
  await ok(browser.post('/update/lang', { lang: 'en_US' }));
  await prove(living, { action: 'changeRegion', target: 'DE' });
  await ok(browser.post('/update/region', { region: 'DE' }));
  await signIn(app, living);
}

/** One avatar, and an uploaded picture for another one. */
export async function takeAvatars(app: TestApp, { browser, accountId, known }: Living): Promise<void> {
  const png = await quarters().png().toBuffer();
  for (const isFinished of [true, false]) {
    const begun = await ok(
      browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', { filetype: 'image/png', size: png.length }),
    );
    await browser.raw({ method: 'PUT', path: begun.uploadUrl, body: png, headers: { 'content-type': 'image/png' } });
    if (isFinished) await ok(browser.post('/profileimage/finish', { sign: begun.sign }));
  }
  const row = await app.db.q().selectFrom('accounts').select('profile_image').where('id', '=', accountId).executeTakeFirstOrThrow();
  known['picture'] = row.profile_image ?? '';
  const upload = await app.db
    .q()
    .selectFrom('uploads')
    .select('file')
    .where('file', 'is not', null)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  known['upload'] = upload.file ?? '';
}
