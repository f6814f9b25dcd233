import { readAccounts, type AccountConfig } from './settings/accounts.ts';
import { readBrandAndLinks, type BrandConfig } from './settings/brand-and-links.ts';
import { readCaptcha, type CaptchaConfig } from './settings/captcha.ts';
import { readEmbedding, type EmbeddingConfig } from './settings/embedding.ts';
import { readDesk, type DeskConfig } from './settings/desk.ts';
import { readDiagnostics, type DiagnosticConfig } from './settings/diagnostics.ts';
import { readFiles, type FileConfig } from './settings/files.ts';
import { readMail, type MailConfig } from './settings/mail.ts';
import { readPasskeys, type PasskeyConfig } from './settings/passkeys.ts';
import { readSecurity, type SecurityConfig } from './settings/security.ts';
import { readSeparateConsents, type SeparateConsentConfig } from './settings/separate-consents.ts';
import { readServer, type ServerConfig } from './settings/server.ts';
import type { Source } from './settings/setting.ts';
import { readSms, type SmsConfig } from './settings/sms.ts';
import { readTwoStep, type TwoStepConfig } from './settings/two-step.ts';
import { readSocial, type SocialConfig } from './settings/social.ts';

/** All settings of the operator, checked. Names contain the unit of times. */
export interface Config
  extends
    ServerConfig,
    SecurityConfig,
    PasskeyConfig,
    TwoStepConfig,
    AccountConfig,
    SeparateConsentConfig,
    FileConfig,
    BrandConfig,
    MailConfig,
    SmsConfig,
    SocialConfig,
    CaptchaConfig,
    EmbeddingConfig,
    DeskConfig,
    DiagnosticConfig {}

/**
 * Reads and checks the whole configuration. In development and test, creates `DATA_DIR/secret.key` if SECRET_KEY is not
 * set.
 * @throws {ConfigError} naming the first invalid or unsafe setting
 */
export function loadConfig(source: Source): Config {
  const site = readServer(source);
  const security = readSecurity(source, site);
  const brandAndLinks = readBrandAndLinks(source, site);
  const passkeys = readPasskeys(source, site);
  return {
    ...site,
    ...security,
    ...passkeys,
    ...readTwoStep(source, site),
    ...readAccounts(source, site),
    ...readSeparateConsents(source, site),
    ...readFiles(source, site),
    ...brandAndLinks,
    ...readMail(source, { site, brand: brandAndLinks.brand }),
    ...readSms(source, site),
    ...readSocial(source, site),
    ...readCaptcha(source, site),
    ...readEmbedding(source, { site, cookieDomain: security.cookieDomain }),
    ...readDesk(source, site, passkeys),
    ...readDiagnostics(source, site),
  };
}
