import { readLogo, type Brand, type Logo } from '#server/platform/brand.ts';
import { file, link, mailAddress, parseLink, text } from './parsers.ts';
import { reader, type Parser, type Reader, type Settings, type Site, type Source } from './setting.ts';

/** One link of the header, in both languages. */
export interface NavigationItem {
  readonly key: string;
  readonly url: string;
  readonly en: string;
  readonly zh: string;
}

const logo: Parser<Logo> = {
  type: file.type,
  parse(path, parsing) {
    const found = readLogo(file.parse(path, parsing));
    if (typeof found === 'string') throw parsing.refusal(found);
    return found;
  },
};

const navigation: Parser<readonly NavigationItem[]> = {
  type: 'JSON list of {key, url, en, zh}',
  parse(value, { refusal }) {
    const wrong = refusal('must be a JSON list of {"key","url","en","zh"}, all of them texts.');
    const items = parseJson(value);
    if (!Array.isArray(items)) throw wrong;
    return items.map((item: unknown) => {
      if (typeof item !== 'object' || item === null) throw wrong;
      const part = (name: string): string => {
        const found: unknown = Reflect.get(item, name);
        if (typeof found !== 'string' || found === '') throw wrong;
        return found;
      };
      return { key: part('key'), url: parseLink(part('url'), { refusal }), en: part('en'), zh: part('zh') };
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

const vendorName = (what: string, instead: string) => ({
  parser: text,
  meaning: `The name of ${what} on the pages of the vendor mode; without it ${instead}. Messages and agreements keep ${instead}.`,
});

export const brandSettings = {
  CLIENT_ID: {
    parser: text,
    default: 'account-center',
    meaning: 'The name of this web application towards the login and identity hosts, told in /api/config.json.',
  },
  BRAND_ID_EN: { parser: text, default: 'Cedar ID', meaning: 'The name of the account in English.' },
  BRAND_ID_ZH: { parser: text, default: '雪松账号', meaning: 'The name of the account in Chinese.' },
  BRAND_OS_EN: { parser: text, default: 'Cedar OS', meaning: 'The name of the operating system in English.' },
  BRAND_OS_ZH: { parser: text, default: '雪松 OS', meaning: 'The name of the operating system in Chinese.' },
  BRAND_LOGO_FILE: {
    parser: logo,
    meaning: 'The logo, an SVG without scripts or a PNG of at most 64 KiB, shown in a square beside the name and as the icon of the page.',
  },
  USER_CENTER_URL: { parser: link, default: '/', meaning: 'Where the header link User Center leads.' },
  DEVELOPER_CENTER_URL: {
    parser: link,
    default: 'https://developer.example.com/login',
    meaning: 'Where the header link Developer Center leads: the login page of the identity host.',
  },
  LOGIN_LOGOUT_URL: {
    parser: link,
    type: 'address',
    meaning: 'The sign-out address of the login host, which the web application also calls at sign-out.',
  },
  IDENTITY_LOGOUT_URL: {
    parser: link,
    type: 'address',
    meaning: 'The sign-out address of the identity host, which the web application also calls at sign-out.',
  },
  NAVIGATION: { parser: navigation, meaning: 'The links of the header; without it User Center and Developer Center.' },
  HOMEPAGE_URL: { parser: link, default: 'https://www.example.com', meaning: 'Footer link Homepage.' },
  DEVELOPERS_URL: { parser: link, default: 'https://developer.example.com', meaning: 'Footer link Developer platform.' },
  COMMUNITY_URL: { parser: link, default: 'https://community.example.com', meaning: 'Footer link Community.' },
  ICP_FILING: { parser: text, meaning: 'The ICP filing number shown in the footer; outside production a placeholder.' },
  PUBLIC_SECURITY_FILING: {
    parser: text,
    meaning: 'The public security filing number shown in the footer; outside production a placeholder.',
  },
  SUPPORT_EMAIL: { parser: mailAddress, default: 'support@example.com', meaning: 'The address of the support, named in texts and mails.' },
  FOLLOW_QR_URL: {
    parser: link,
    type: 'address',
    meaning: 'The address that the follow-us QR code holds; without it no QR code is shown, outside production an example.',
  },
  VENDOR_HOST_MARKER: { parser: text, meaning: 'The part of a host name that switches the vendor mode on.' },
  VENDOR_ID_EN: vendorName('the account in English', 'BRAND_ID_EN'),
  VENDOR_ID_ZH: vendorName('the account in Chinese', 'BRAND_ID_ZH'),
  VENDOR_OS_EN: vendorName('the operating system in English', 'BRAND_OS_EN'),
  VENDOR_OS_ZH: vendorName('the operating system in Chinese', 'BRAND_OS_ZH'),
  VENDOR_LOGO_FILE: {
    parser: logo,
    meaning: 'The logo on the pages of the vendor mode, in the form of BRAND_LOGO_FILE, without which that one stays.',
  },
} as const satisfies Settings;

export type BrandConfig = Readonly<ReturnType<typeof readBrandAndLinks>>;

export function readBrandAndLinks(source: Source, site: Site) {
  const read = reader(brandSettings, source, site);
  const brand = readBrand(read);
  // What only an operator can know is made up where nobody is misled by it, so that every part of the page can be seen.
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
    followQrUrl: read('FOLLOW_QR_URL') ?? placeholder('https://community.example.com/follow'),
    /** Where and how pages show another name and logo (spec 1). Messages and agreements have those of `brand` everywhere. */
    vendor: { hostMarker: read('VENDOR_HOST_MARKER'), brand: readVendorBrand(read, brand) },
  };
}

function readBrand(read: Reader<typeof brandSettings>): Brand {
  return {
    idEn: read('BRAND_ID_EN'),
    idZh: read('BRAND_ID_ZH'),
    osEn: read('BRAND_OS_EN'),
    osZh: read('BRAND_OS_ZH'),
    logo: read('BRAND_LOGO_FILE'),
  };
}

/** What is not named stays what it is. */
function readVendorBrand(read: Reader<typeof brandSettings>, brand: Brand): Brand {
  return {
    idEn: read('VENDOR_ID_EN') ?? brand.idEn,
    idZh: read('VENDOR_ID_ZH') ?? brand.idZh,
    osEn: read('VENDOR_OS_EN') ?? brand.osEn,
    osZh: read('VENDOR_OS_ZH') ?? brand.osZh,
    logo: read('VENDOR_LOGO_FILE') ?? brand.logo,
  };
}
