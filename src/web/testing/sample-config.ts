import { platforms } from '#contract/vocabulary/platforms.ts';
import { byShortName, languages, serverLanguageFacts } from '#contract/vocabulary/languages.ts';
import type { WebConfig } from '#web/lib/page/app-config.ts';

/** Replaces the server's configuration for tests and `npm run dev:web`. */
export const sampleConfig: WebConfig = {
  client_id: 'fake',
  encryption: false,
  brand: {
    id: byShortName((language) => serverLanguageFacts[language].brand.id),
    os: byShortName((language) => serverLanguageFacts[language].brand.os),
    suffix: byShortName((language) => serverLanguageFacts[language].brand.id),
    logo: '',
    supportEmail: 'support@example.com',
    filings: [],
  },
  captcha: { provider: 'altcha', challenge: '/api/captcha/challenge', remotes: [] },
  hosts: {
    userCenter: '',
    developerCenter: '/developer',
    homepage: '',
    developerPlatform: '',
    community: '',
    loginLogout: '',
    identityLogout: '',
    cookieDomain: '',
  },
  features: { layout: 'auto', vendorMarker: '', social: [...platforms], followQr: false, passkeys: true, twoStep: true, twoStepSms: true },
  limits: { nicknameChangeDays: 7, trustDays: 30, claimHoursShared: 24 },
  languages: [...languages],
  regions: ['CN', 'DE'],
};
