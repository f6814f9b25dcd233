import type { Platform } from '#contract/vocabulary/platforms.ts';

/** A browser of a person: its User-Agent header and its client IP, which has a place in `demoPlaces`. */
export interface DemoBrowser {
  readonly userAgent: string;
  readonly clientIp: string;
}

/** A person whose account looks lived in. */
export interface DemoPerson {
  readonly phone: string;
  readonly email: string;
  readonly password: string;
  readonly nickname: string;
  /** Also the name of the portrait in `pictures`. */
  readonly username: string;
  /** Accept-Language of all browsers, and so the language of the account. */
  readonly language: 'zh-CN' | 'en-US';
  /** Further items, as `POST /userinfo` takes them. */
  readonly profile: Readonly<Record<string, string | number>>;
  /** The id of the same person at the simulated platforms, and the platforms that are linked. */
  readonly social: { readonly id: string; readonly platforms: readonly Platform[] };
  readonly notebook: string;
  readonly laptop: DemoBrowser;
  readonly tablet: DemoBrowser;
  readonly mobile: DemoBrowser;
}

const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0';
const ipad =
  'Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';
const android = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

/** The same for both: it is printed, and it protects nothing. */
const password = 'Cedar-2026-demo';

export const demoPeople: readonly DemoPerson[] = [
  {
    phone: '13800138000',
    email: 'lin.xiaobei@example.com',
    password,
    nickname: '林小北',
    username: 'linxiaobei',
    language: 'zh-CN',
    profile: { gender: 2, birthday: '1996-04-18', signature: '山有木兮木有枝', school: '雪松大学', title: '设计师' },
    social: { id: '1', platforms: ['wechat', 'weibo'] },
    notebook: '小北的笔记本',
    laptop: { userAgent: linux, clientIp: '203.0.113.24' },
    tablet: { userAgent: ipad, clientIp: '203.0.113.24' },
    mobile: { userAgent: android, clientIp: '198.51.100.71' },
  },
  {
    phone: '13900139000',
    email: 'ada.byron@example.com',
    password,
    nickname: 'Ada',
    username: 'adabyron',
    language: 'en-US',
    profile: { gender: 2, birthday: '1994-12-10', signature: 'Poetical science', school: 'Cedar University', title: 'Engineer' },
    social: { id: '2', platforms: ['wechat', 'qq'] },
    notebook: 'Ada’s notebook',
    laptop: { userAgent: linux, clientIp: '192.0.2.15' },
    tablet: { userAgent: ipad, clientIp: '192.0.2.15' },
    mobile: { userAgent: iphone, clientIp: '198.51.100.39' },
  },
];

const place = (en: string, zh: string, region: readonly [string, string]) => ({
  country: { iso_code: 'CN' },
  subdivisions: [{ names: { en: region[0], 'zh-CN': region[1] } }],
  city: { names: { en, 'zh-CN': zh } },
});

/**
 * Places of the client IPs, which are addresses for documentation (RFC 5737), by their first byte; and of this machine,
 * where the visitor of the demo is.
 */
export const demoPlaces = {
  127: place('Hangzhou', '杭州', ['Zhejiang', '浙江']),
  192: place('Beijing', '北京', ['Beijing', '北京']),
  198: place('Shanghai', '上海', ['Shanghai', '上海']),
  203: place('Hangzhou', '杭州', ['Zhejiang', '浙江']),
} as const;
