import { expect, it } from 'vitest';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import { provideAppConfig } from '#web/lib/page/app-config.ts';
import { subscribeTexts, translate } from './i18n.tsx';
import { loadTexts, provideTexts, showLanguage } from '#web/lib/load-texts.ts';

it('fills in values and brand names, and changes everything with the language', async () => {
  provideAppConfig({ brand: { id: { en: 'Cedar ID', zh: '雪松账号' }, os: { en: 'Cedar OS', zh: '雪松 OS' } } } as AppConfig);
  provideTexts({ language: 'en_US', texts: {} });
  await loadTexts(['app']);
  expect(translate('si.h')).toBe('Sign in to Cedar ID');
  expect(translate('f.countdown', { n: 5 })).toBe('Resend in 5 s');
  let told = 0;
  const stop = subscribeTexts(() => (told += 1));
  await showLanguage('zh_CN');
  stop();
  expect(told).toBe(1);
  expect(translate('si.h')).toBe('登录雪松账号');
  expect(translate('title.404')).toBe('页面不存在');
});
