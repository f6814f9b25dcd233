import { languageFacts, type Language } from './languages.ts';

/** The 28 domains that an email field suggests after the at-sign (spec 2, spec 9), in the order for Chinese. */
export const mailDomains = [
  'qq.com',
  '163.com',
  '126.com',
  'gmail.com',
  'outlook.com',
  'foxmail.com',
  'hotmail.com',
  'icloud.com',
  'sina.com',
  'sohu.com',
  '139.com',
  '189.cn',
  'yeah.net',
  'aliyun.com',
  'vip.qq.com',
  'vip.163.com',
  'vip.126.com',
  'sina.cn',
  'vip.sina.com',
  'live.com',
  'live.cn',
  'msn.com',
  'yahoo.com',
  'yahoo.com.hk',
  '21cn.com',
  'tom.com',
  'me.com',
  'proton.me',
] as const;

const international: readonly string[] = [
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'yahoo.com',
  'live.com',
  'msn.com',
  'me.com',
  'proton.me',
  'yahoo.com.hk',
];

/** The same domains in the order for a language, those of its region first. */
export function mailDomainsFor(language: Language): readonly string[] {
  if (languageFacts[language].region === 'CN') {
    return mailDomains;
  }
  return [...international, ...mailDomains.filter((domain) => !international.includes(domain))];
}
