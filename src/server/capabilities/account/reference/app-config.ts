import { limits } from '#contract/limits.ts';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { byShortName, languages } from '#contract/vocabulary/languages.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import type { Config } from '#server/platform/settings/config.ts';

/**
 * Data that the web application needs before it renders (contract 5). It holds no secrets and nothing about the caller,
 * so it may be cached. Pages in vendor mode carry it with the names and the logo of the vendor.
 */
export function appConfig(config: Config, { vendor = false }: { readonly vendor?: boolean } = {}): AppConfig {
  const { hosts, footer, filings } = config;
  const brand = vendor ? config.vendor.brand : config.brand;
  const gated = regions.filter((region) => config.ageGate[region] !== undefined);
  const id = byShortName((language) => brand.id[language]);
  return {
    client_id: config.clientId,
    encryption: config.encryption,
    brand: {
      id,
      os: byShortName((language) => brand.os[language]),
      suffix: id,
      logo: brand.logo?.path ?? '',
      supportEmail: config.supportEmail,
      filings: [
        ...(filings.icp === undefined ? [] : [{ kind: 'icp' as const, text: filings.icp, url: 'https://beian.miit.gov.cn/' }]),
        ...(filings.publicSecurity === undefined
          ? []
          : [{ kind: 'psb' as const, text: filings.publicSecurity, url: publicSecurityRecord(filings.publicSecurity) }]),
      ],
    },
    captcha: {
      provider: 'altcha',
      challenge: '/api/captcha/challenge',
      remotes: regions.flatMap((region) => {
        const settings = config.captcha[region];
        if (settings === undefined) return [];
        const siteKey = settings.provider === 'turnstile' ? settings.siteKey : settings.captchaId;
        return [{ region, provider: settings.provider, siteKey }];
      }),
    },
    hosts: {
      userCenter: hosts.userCenter,
      developerCenter: hosts.developerCenter,
      homepage: footer.homepage,
      developerPlatform: footer.developers,
      community: footer.community,
      loginLogout: hosts.loginLogout ?? '',
      identityLogout: hosts.identityLogout ?? '',
      cookieDomain: config.cookieDomain ?? '',
    },
    features: {
      ...(gated.length === 0 ? {} : { ageGate: gated }),
      layout: config.layout,
      vendorMarker: config.vendor.hostMarker ?? '',
      social: platforms.filter((platform) => config.social[platform] !== undefined),
      passkeys: config.passkeys !== undefined,
      twoStep: config.offersTwoStep,
      twoStepSms: config.twoStep.sms,
      followQr: config.followQrUrl !== undefined || config.social.wechatFollow !== undefined,
    },
    limits: {
      usernameMin: limits.usernameMin,
      usernameMax: limits.usernameMax,
      passwordMin: limits.passwordMin,
      passwordMax: limits.passwordMax,
      nicknameMin: limits.nicknameMin,
      nicknameMax: limits.nicknameMax,
      nicknameChangeDays: config.nicknameChangeDays,
      trustDays: config.twoStep.trustDays,
      claimHoursShared: config.twoStep.claimHours.shared,
      profileMax: limits.profileMax,
      codeDigits: limits.codeDigits,
      resendSeconds: limits.resendSeconds,
      avatarMaxBytes: limits.avatarMaxBytes,
    },
    languages: [...languages],
    regions: [...regions],
  };
}

/** The page of the register of public security filings for a number. */
function publicSecurityRecord(filing: string): string {
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${filing.replaceAll(/\D/g, '')}`;
}
