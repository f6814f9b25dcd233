import { describe, expect, it } from 'vitest';
import { createAppNames } from './app-names.ts';

const names = createAppNames({
  brand: ['Cedar ID', 'Cedar OS', '雪松账号', '雪松系统'],
  live: ['Meridian Notes', '子午笔记', 'Fern', 'अभ्यास'],
});

describe('a name of an app', () => {
  it.each([
    'Cedar',
    'Cedar Security',
    'CEDAR-Desktop',
    'Ｃｅｄａｒ Login',
    'Сеdаr Cloud',
    'Verified by Cedar',
    'My cedar id',
    '雪松',
    '雪松账号',
    '雪松帐号',
    '雪松账户',
    '雪松云盘',
    'WeChat',
    'WeChatPay',
    'We Chat Login',
    '微信',
    '微信支付',
    '支付宝',
    'Apple',
    'QQ',
    'Gооgle',
    'Official Notes',
    'Verified Shop',
    'Security Check',
    'Account Center',
    'Customer Support',
    '官方商店',
    '系统设置',
    '账号中心',
    'Meridian Notes',
    'MERIDIAN-NOTES',
    'Meridian N0tes Pro',
    'Ｍｅｒｉｄｉａｎ Ｎｏｔｅｓ',
    '子午笔记',
    '子午 笔记',
    'FERN',
    'अभ्यास',
  ])('is taken: %s', (name) => {
    expect(names.isTaken(name)).toBe(true);
  });

  it.each(['Notes 2.0', 'Pineapple', 'Ferns and Flowers', 'Meridian Maps', '子午地图', 'Insecurity Cartoon', '日记 & 笔记', '松果'])(
    'is free: %s',
    (name) => {
      expect(names.isTaken(name)).toBe(false);
    },
  );
});
