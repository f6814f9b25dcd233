import type { Catalogue } from '#messages/catalogue.ts';

/** The pages for browsers that are too old or send too much, and the line for pages without scripts. */
export const oldBrowser: Catalogue['oldBrowser'] = {
  heading: '当前浏览器版本过低，无法安全登录',
  lead: '请用手机扫描二维码，或使用以下浏览器打开此地址：',
  code: '此地址的二维码',
  browsers: 'Chrome 或 Edge {chrome}、Firefox {firefox}、Safari {safari} 及以上版本',
  support: '客服邮箱：{supportEmail}',
  cookiesHeading: '浏览器发送的 Cookie 过多',
  cookiesLead: 'Cookie 数据过多，页面无法打开。请在浏览器设置中清除本网站及所属域名的 Cookie，然后重新打开页面。清除后需要重新登录。',
  noScript: '此页面需要启用 JavaScript。',
  elsewhere: '在手机或其他浏览器中打开',
};
