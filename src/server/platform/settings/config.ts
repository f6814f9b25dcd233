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
import { ConfigError, ConfigFaults, faultList, type Site, type Source } from './setting.ts';
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
 * @throws {ConfigError} naming every invalid or unsafe setting
 */
export function loadConfig(source: Source, { makes = true } = {}): Config {
  try {
    return readConfig(source, makes);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [first, ...others] = faultsOf(source, makes);
    throw first === undefined || others.length === 0 ? error : new ConfigFaults([first, ...others]);
  }
}

function readConfig(source: Source, makes: boolean): Config {
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

/** Stands in for a site that is wrong itself. */
const anySite: Site = {
  env: 'production',
  port: 3000,
  publicUrl: 'https://site.invalid',
  dataDir: '/nonexistent',
  simulatorsUrl: undefined,
};

/** Reads group by group and continues after each fault. */
function faultsOf(given: Source, makes: boolean): readonly ConfigError[] {
  const faults: ConfigError[] = [];
  const source = { ...given, [faultList]: faults };
  const read = <Value>(group: () => Value): Value | undefined => {
    const before = faults.length;
    try {
      return group();
    } catch (error) {
      // After a fault a group has no value to continue with: what it says next may follow from that.
      if (faults.length > before) return undefined;
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error);
      return undefined;
    }
  };
  const found = read(() => readServer(source));
  const isWhole = found !== undefined && faults.length === 0;
  // In development a group makes its secret in DATA_DIR, so it needs the site as it is.
  if (!isWhole && given['NODE_ENV']?.trim() !== 'production') return faults;
  const site: Site = isWhole ? found : anySite;
  const security = read(() => readSecurity(source, site, { makes }));
  const { brand } = read(() => readBrandAndLinks(source, site)) ?? readBrandAndLinks({}, { ...site, env: 'test' });
  const passkeys = read(() => readPasskeys(source, site));
  for (const group of [readTwoStep, readAccounts, readSeparateConsents, readFiles, readSms, readSocial, readCaptcha, readDiagnostics])
    read<unknown>(() => group(source, site));
  read(() => readMail(source, { site, brand }));
  read(() => readEmbedding(source, { site, cookieDomain: security?.cookieDomain }));
  if (passkeys !== undefined) read(() => readDesk(source, site, passkeys));
  const known = new Set<string>();
  return faults.filter(({ message }) => !known.has(message) && known.add(message));
}
