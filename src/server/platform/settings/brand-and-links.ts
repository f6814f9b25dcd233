import {
  forEveryLanguage,
  languagesByShortName,
  serverLanguageFacts,
  shortName,
  type InEveryLanguage,
  type Language,
  type ShortLanguage,
} from '#contract/vocabulary/languages.ts';
import { readLogo, type Brand, type Logo } from '#server/platform/settings/brand.ts';
import { file, link, mailAddress, parseLink, text, workdays } from './parsers.ts';
import { reader, type Parser, type Reader, type Setting, type Settings, type Site, type Source } from './setting.ts';

/** One link of the header. */
export interface NavigationItem {
  readonly key: string;
  readonly url: string;
  readonly title: InEveryLanguage;
}

const logo: Parser<Logo> = {
  type: file.type,
  parse(path, parsing) {
    const found = readLogo(file.parse(path, parsing));
    if (typeof found === 'string') throw parsing.refusal(found);
    return found;
  },
};

const navigationParts = ['key', 'url', ...languagesByShortName.map(shortName)];

const navigation: Parser<readonly NavigationItem[]> = {
  type: `JSON list of {${navigationParts.join(', ')}}`,
  parse(value, { refusal }) {
    const wrong = refusal(`must be a JSON list of {${navigationParts.map((name) => `"${name}"`).join()}}, all of them texts.`);
    const items = parseJson(value);
    if (!Array.isArray(items)) throw wrong;
    return items.map((item: unknown) => {
      if (typeof item !== 'object' || item === null) throw wrong;
      const part = (name: string): string => {
        const found: unknown = Reflect.get(item, name);
        if (typeof found !== 'string' || found === '') throw wrong;
        return found;
      };
      return {
        key: part('key'),
        url: parseLink(part('url'), { refusal }),
        title: forEveryLanguage((language) => part(shortName(language))),
      };
    });
  },
};

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

type SettingIn<Prefix extends string> = `${Prefix}_${Uppercase<ShortLanguage>}`;

/** The setting of one language: `BRAND_ID_ZH`. */
function settingIn<Prefix extends string>(prefix: Prefix, language: Language): SettingIn<Prefix> {
  return `${prefix}_${shortName(language).toUpperCase() as Uppercase<ShortLanguage>}`;
}

/** A setting for each language. */
function inEveryLanguage<Prefix extends string, Row extends Setting>(
  prefix: Prefix,
  make: (language: Language) => Row,
): Readonly<Record<SettingIn<Prefix>, Row>> {
  const rows = languagesByShortName.map((language) => [settingIn(prefix, language), make(language)] as const);
  return Object.fromEntries(rows) as Record<SettingIn<Prefix>, Row>;
}

const ownName = (what: string, part: 'id' | 'os') => (language: Language) => ({
  parser: text,
  default: serverLanguageFacts[language].brand[part],
  meaning: `The name of the ${what} in ${serverLanguageFacts[language].englishName}.`,
});

const vendorName = (what: string, prefix: string) => (language: Language) => {
  const [name, instead] = [`the ${what} in ${serverLanguageFacts[language].englishName}`, settingIn(prefix, language)];
  return {
    parser: text,
    meaning: `The name of ${name} on pages of the vendor mode; without it, and in messages and agreements, ${instead}.`,
  };
};

/** A contact that people of the site are led to: the examples are taken outside of production only. */
function yours(parser: Parser<string>): Parser<string> {
  return {
    type: parser.type,
    parse(value, parsing) {
      if (parsing.production && /[@./]example\.(?:com|net|org)(?:[/:]|$)/.test(value))
        throw parsing.refusal(`must be yours in production: ${value} is an example.`);
      return parser.parse(value, parsing);
    },
  };
}

export const brandSettings = {
  CLIENT_ID: {
    parser: text,
    default: 'account-center',
    meaning: 'The name of this web application at the login and identity hosts, given in /api/config.json.',
  },
  ...inEveryLanguage('BRAND_ID', ownName('account', 'id')),
  ...inEveryLanguage('BRAND_OS', ownName('operating system', 'os')),
  BRAND_LOGO_FILE: {
    parser: logo,
    meaning: 'The logo and icon of the page, a square SVG without scripts or a PNG of at most 64 KiB.',
  },
  USER_CENTER_URL: { parser: link, default: '/', meaning: 'The header link User Center.' },
  DEVELOPER_CENTER_URL: {
    parser: link,
    default: '/developer',
    meaning: 'The header link Developer Center, of this site or another identity host.',
  },
  LOGIN_LOGOUT_URL: {
    parser: link,
    type: 'address',
    meaning: 'The sign-out address of the login host, also called at sign-out.',
  },
  IDENTITY_LOGOUT_URL: {
    parser: link,
    type: 'address',
    meaning: 'The sign-out address of the identity host, also called at sign-out.',
  },
  NAVIGATION: { parser: navigation, meaning: 'The links of the header; without it User Center and Developer Center.' },
  HOMEPAGE_URL: { parser: yours(link), default: 'https://www.example.com', meaning: 'Footer link Homepage.' },
  DEVELOPERS_URL: { parser: yours(link), default: 'https://developer.example.com', meaning: 'Footer link Developer platform.' },
  COMMUNITY_URL: { parser: yours(link), default: 'https://community.example.com', meaning: 'Footer link Community.' },
  ICP_FILING: { parser: text, meaning: 'The ICP filing number shown in the footer; outside production a placeholder.' },
  PUBLIC_SECURITY_FILING: {
    parser: text,
    meaning: 'The public security filing number shown in the footer; outside production a placeholder.',
  },
  SUPPORT_EMAIL: {
    parser: yours(mailAddress),
    default: 'support@example.com',
    meaning: 'The address of the support, named in texts and mails.',
  },
  REQUESTS_MAIL: {
    parser: mailAddress,
    meaning:
      'The mailbox of the people who answer requests about data: told on arrival, at half-time, three days before the date, on it, and then daily.',
  },
  WORKDAYS_CN: {
    parser: workdays,
    meaning:
      'The public holidays of Mainland China, and with + the worked weekends: 2026-10-01..2026-10-07 +2026-10-10. Requests about data there are then due in 15 working days; in a year without an entry, in 15 calendar days.',
  },
  FOLLOW_QR_URL: {
    parser: link,
    type: 'address',
    meaning: 'The address in the follow-us QR code; without it no code is shown.',
  },
  VENDOR_HOST_MARKER: { parser: text, meaning: 'The part of a host name that switches the vendor mode on.' },
  ...inEveryLanguage('VENDOR_ID', vendorName('account', 'BRAND_ID')),
  ...inEveryLanguage('VENDOR_OS', vendorName('operating system', 'BRAND_OS')),
  VENDOR_LOGO_FILE: {
    parser: logo,
    meaning: 'The logo on the pages of the vendor mode, in the form of BRAND_LOGO_FILE; without it BRAND_LOGO_FILE.',
  },
} as const satisfies Settings;

export type BrandConfig = Readonly<ReturnType<typeof readBrandAndLinks>>;

export function readBrandAndLinks(source: Source, site: Site) {
  const read = reader(brandSettings, source, site);
  const brand = readBrand(read);
  // Outside of production, placeholders replace settings that only an operator knows, so that every part of the page is
  // visible.
  const placeholder = (example: string) => (site.env === 'production' ? undefined : example);
  return {
    clientId: read('CLIENT_ID'),
    brand,
    hosts: {
      userCenter: read('USER_CENTER_URL'),
      developerCenter: read('DEVELOPER_CENTER_URL'),
      loginLogout: read('LOGIN_LOGOUT_URL'),
      identityLogout: read('IDENTITY_LOGOUT_URL'),
    },
    navigation: read('NAVIGATION') ?? [],
    footer: { homepage: read('HOMEPAGE_URL'), developers: read('DEVELOPERS_URL'), community: read('COMMUNITY_URL') },
    filings: {
      icp: read('ICP_FILING') ?? placeholder('京ICP备00000000号'),
      publicSecurity: read('PUBLIC_SECURITY_FILING') ?? placeholder('京公网安备00000000000000号'),
    },
    supportEmail: read('SUPPORT_EMAIL'),
    requestsMail: read('REQUESTS_MAIL'),
    workdaysCn: read('WORKDAYS_CN'),
    followQrUrl: read('FOLLOW_QR_URL') ?? placeholder('https://community.example.com/follow'),
    /** The condition, name and logo of vendor mode on pages (spec 1). Messages and agreements always use `brand`. */
    vendor: { hostMarker: read('VENDOR_HOST_MARKER'), brand: readVendorBrand(read, brand) },
  };
}

function readBrand(read: Reader<typeof brandSettings>): Brand {
  return {
    id: forEveryLanguage((language) => read(settingIn('BRAND_ID', language))),
    os: forEveryLanguage((language) => read(settingIn('BRAND_OS', language))),
    logo: read('BRAND_LOGO_FILE'),
  };
}

/** Unset values keep those of the brand. */
function readVendorBrand(read: Reader<typeof brandSettings>, brand: Brand): Brand {
  return {
    id: forEveryLanguage((language) => read(settingIn('VENDOR_ID', language)) ?? brand.id[language]),
    os: forEveryLanguage((language) => read(settingIn('VENDOR_OS', language)) ?? brand.os[language]),
    logo: read('VENDOR_LOGO_FILE') ?? brand.logo,
  };
}
