import type { AppConfig } from '#contract/schemas/reference.ts';

/** Where a captcha's widget comes from and what it loads, by directive of the content security policy. */
interface Sources {
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
  readonly frame: readonly string[];
}

type RemoteName = AppConfig['captcha']['remotes'][number]['provider'];

const yidun = [
  'https://cstaticdun.126.net',
  'https://cstatic.dun.163yun.com',
  'https://acstatic-dun.126.net',
  'https://acstatic.dun.163yun.com',
];
const yidunApi = ['https://c.dun.163.com', 'https://c.dun.163yun.com', 'https://ac.dun.163.com', 'https://ac.dun.163yun.com'];
const geetest = ['https://static.geetest.com', 'https://gcaptcha4.geetest.com'];
const cloudflare = ['https://challenges.cloudflare.com'];

const sources: Readonly<Record<RemoteName, Sources>> = {
  // Answers of both APIs come as scripts (JSONP) where the browser is old.
  yidun: { script: [...yidun, ...yidunApi], connect: yidunApi, img: yidun, frame: [] },
  geetest: { script: geetest, connect: geetest, img: geetest, frame: [] },
  turnstile: { script: cloudflare, connect: [], img: [], frame: cloudflare },
};

/** What the policy of a page must allow for the captchas that are configured, and for no others. */
export function captchaSources(remotes: AppConfig['captcha']['remotes']): Sources {
  const chosen = remotes.map(({ provider }) => sources[provider]);
  const all = (directive: keyof Sources) => [...new Set(chosen.flatMap((one) => one[directive]))];
  return { script: all('script'), connect: all('connect'), img: all('img'), frame: all('frame') };
}
