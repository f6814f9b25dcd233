import type { Catalogue } from '#messages/catalogue.ts';

/** The page for browsers that are too old, and the line for pages without scripts. */
export const oldBrowser: Catalogue['oldBrowser'] = {
  heading: '当前浏览器版本过低，无法安全登录',
  lead: '请用手机扫描二维码，或使用以下浏览器打开此地址：',
  code: '此地址的二维码',
  browsers: 'Chrome 或 Edge 87、Firefox 115、Safari 15.4 及以上版本',
  support: '客服邮箱：{supportEmail}',
  noScript: '此页面需要启用 JavaScript。',
  elsewhere: '在手机或其他浏览器中打开',
};
