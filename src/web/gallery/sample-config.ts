import type { WebConfig } from '#web/lib/app-config.ts';

/** What the gallery's components read instead of a server's configuration. */
export const sampleConfig: WebConfig = {
  client_id: 'gallery',
  encryption: false,
  brand: {
    id: { en: 'Cedar ID', zh: '雪松账号' },
    os: { en: 'Cedar OS', zh: '雪松 OS' },
    suffix: { en: 'Cedar ID', zh: '雪松账号' },
    logo: '',
    supportEmail: 'support@example.com',
    filings: [],
  },
  captcha: { provider: 'altcha', challenge: '/api/captcha/challenge', remotes: [] },
  hosts: {
    userCenter: '',
    developerCenter: '',
    homepage: '',
    developerPlatform: '',
    community: '',
    loginLogout: '',
    identityLogout: '',
    cookieDomain: '',
  },
  features: { layout: 'auto', vendorMarker: '', social: ['wechat', 'weibo', 'qq'], followQr: false },
  limits: { nicknameChangeDays: 7 },
  languages: ['zh_CN', 'en_US'],
  regions: ['CN', 'DE'],
};
