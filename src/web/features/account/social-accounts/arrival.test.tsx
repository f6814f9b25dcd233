import { waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { visitorReplies } from '#web/testing/samples.ts';

it.each([
  ['/login?redirect=%2Foidc%2Finteraction%2Fabc&acr=2', '2'],
  ['/login?acr=strongest', null],
])('a person who comes back from a platform to %s is asked for what the app wants', async (from, acr) => {
  const { api } = await renderAt('/oauth/callback/wechat?code=code&state=state', {
    kept: { 'social.journey': JSON.stringify({ platform: 'wechat', purpose: 'signIn', from, redirect: '' }) },
    replies: { ...visitorReplies, signInByPlatform: { data: { platform_key: 'key', name: 'Lin', avatar: '', freeze: '' } } },
  });
  await waitFor(() => expect(api.made.filter(({ name }) => name === 'signInByPlatform')).toHaveLength(1));
  expect(api.made.find(({ name }) => name === 'signInByPlatform')?.query.get('acr')).toBe(acr);
});

it.each([
  ['', false],
  ['shown', true],
])('a person whom an account lost lately may freeze it, and nobody else is offered it: %j', async (freeze, isOffered) => {
  const { page, t } = await renderAt('/oauth/callback/wechat?code=code&state=state', {
    kept: { 'social.journey': JSON.stringify({ platform: 'wechat', purpose: 'signIn', from: '/login', redirect: '' }) },
    replies: { ...visitorReplies, signInByPlatform: { data: { platform_key: 'key', name: 'Lin', avatar: '', freeze } } },
  });
  await page.findByRole('heading', { name: t('so.new.h') });
  const link = page.queryByRole('link', { name: t('so.freeze') });
  expect(link?.getAttribute('href') ?? null).toBe(isOffered ? '/freeze' : null);
});
