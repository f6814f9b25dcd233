import { limits } from '#contract/limits.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { byShortName, languages, serverLanguageFacts } from '#contract/vocabulary/languages.ts';
import type { AppConfig } from '#contract/schemas/reference.ts';

/** What the gallery's components read instead of a server's configuration. */
export const sampleConfig: AppConfig = {
  client_id: 'gallery',
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
    developerCenter: '',
    homepage: '',
    developerPlatform: '',
    community: '',
    loginLogout: '',
    identityLogout: '',
    cookieDomain: '',
  },
  features: { layout: 'auto', vendorMarker: '', social: [...platforms], followQr: false },
  limits: {
    usernameMin: 3,
    usernameMax: 32,
    passwordMin: 8,
    passwordMax: 64,
    nicknameMin: 1,
    nicknameMax: 32,
    nicknameChangeDays: 7,
    profileMax: limits.profileMax,
    codeDigits: limits.codeDigits,
    resendSeconds: 60,
    avatarMaxBytes: 5_242_880,
  },
  languages: [...languages],
  regions: ['CN', 'DE'],
};
