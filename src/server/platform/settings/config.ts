import { readAccounts, type AccountConfig } from './accounts.ts';
import { readBrandAndLinks, type BrandConfig } from './brand-and-links.ts';
import { readCaptcha, type CaptchaConfig } from './captcha.ts';
import { readEmbedding, type EmbeddingConfig } from './embedding.ts';
import { readDesk, type DeskConfig } from './desk.ts';
import { readDiagnostics, type DiagnosticConfig } from './diagnostics.ts';
import { readFiles, type FileConfig } from './files.ts';
import { readMail, type MailConfig } from './mail.ts';
import { readPasskeys, type PasskeyConfig } from './passkeys.ts';
import { readSecurity, type SecurityConfig } from './security.ts';
import { readSeparateConsents, type SeparateConsentConfig } from './separate-consents.ts';
import { readServer, type ServerConfig } from './server.ts';
import type { Source } from './setting.ts';
import { readSms, type SmsConfig } from './sms.ts';
import { readTwoStep, type TwoStepConfig } from './two-step.ts';
import { readSocial, type SocialConfig } from './social.ts';

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
 * set; with `makes` false it must be there.
 * @throws {ConfigError} naming the first invalid or unsafe setting
 */
export function loadConfig(source: Source, { makes = true } = {}): Config {
  const site = readServer(source);
  const security = readSecurity(source, site, { makes });
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
