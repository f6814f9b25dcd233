import { expect, it } from 'vitest';
import { fill } from './fill.ts';

it.each([
  ['已绑定{platform}', { platform: 'QQ' }, '已绑定 QQ'],
  ['已绑定{platform}', { platform: '微信' }, '已绑定微信'],
  ['使用{platform}登录', { platform: 'QQ' }, '使用 QQ 登录'],
  ['将于{date}注销', { date: '2026年12月7日' }, '将于 2026年12月7日注销'],
  ['将于{date}注销', { date: '2026年12月7日 14:00 (UTC+8)' }, '将于 2026年12月7日 14:00 (UTC+8) 注销'],
  ['发送至 {target} 的验证码', { target: '138 •••• 6021' }, '发送至 138 •••• 6021 的验证码'],
  ['“{app}”申请使用您的{brand}', { app: 'Cedar Notes', brand: '雪松账号' }, '“Cedar Notes”申请使用您的雪松账号'],
  ['Good morning, {name}.', { name: '张三' }, 'Good morning, 张三.'],
  ['Resend in {n} s', { n: 5 }, 'Resend in 5 s'],
])('fills %s with %o', (text, values, filled) => {
  expect(fill(text, values)).toBe(filled);
});

it('leaves a placeholder without a value, and fills no inserted one', () => {
  expect(fill('{a}和{b}', { b: '{a}' })).toBe('{a}和{a}');
});
