import type { CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';

/** Origins of a captcha widget and of the files that it loads, by directive of the content security policy. */
export interface CaptchaSources {
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
  readonly style: readonly string[];
  readonly frame: readonly string[];
}

const yidun = ['https://cstaticdun.126.net', 'https://cstatic.dun.163yun.com'];
const yidunApi = ['https://c.dun.163.com', 'https://c.dun.163yun.com'];
const yidunPictures = ['https://necaptcha.nosdn.127.net', 'https://necaptcha1.nosdn.127.net'];
const watchman = ['https://acstatic-dun.126.net', 'https://acstatic.dun.163yun.com'];
const watchmanApi = ['https://ac.dun.163.com', 'https://ac.dun.163yun.com'];
const geetestFiles = ['https://static.geetest.com', 'https://static.geevisit.com', 'https://dn-staticdown.qbox.me'];
const geetestApi = ['https://gcaptcha4.geetest.com', 'https://gcaptcha4.geevisit.com', 'https://gcaptcha4.gsensebot.com'];
const cloudflare = ['https://challenges.cloudflare.com'];

// The Yidun widget adds its own style elements to the page.
const anyStyle = ["'unsafe-inline'"];

const none: CaptchaSources = { script: [], connect: [], img: [], style: [], frame: [] };

/** Both Chinese services also call their API through scripts (JSONP), and have fallback hosts. */
const sources: Readonly<Record<CaptchaProvider, CaptchaSources>> = {
  yidun: {
    ...none,
    script: [...yidun, ...yidunApi],
    connect: yidunApi,
    img: [...yidun, ...yidunPictures],
    style: [...anyStyle, ...yidun],
  },
  geetest: { ...none, script: [...geetestFiles, ...geetestApi], connect: geetestApi, img: geetestFiles, style: geetestFiles },
  turnstile: { ...none, script: cloudflare, frame: cloudflare },
};

/** The sources that a page's policy must allow for this widget. A self-hosted widget adds only its own origin. */
export function captchaSources(widget: CaptchaWidget | undefined): CaptchaSources {
  if (widget === undefined) return none;
  const { antiCheat } = widget;
  const main = theirs(sources[widget.provider], widget.script);
  if (antiCheat === undefined) return main;
  const beside = theirs({ ...none, script: [...watchman, ...watchmanApi], connect: watchmanApi, img: watchmanApi }, antiCheat.script);
  const both = (directive: keyof CaptchaSources) => [...new Set([...main[directive], ...beside[directive]])];
  return { script: both('script'), connect: both('connect'), img: both('img'), style: both('style'), frame: both('frame') };
}

function theirs(known: CaptchaSources, script: string): CaptchaSources {
  const { origin } = new URL(script);
  if (known.script.includes(origin)) return known;
  const moved = (list: readonly string[]) => (list.length === 0 ? [] : [...list.filter((source) => source.startsWith("'")), origin]);
  const { connect, img, style, frame } = known;
  return { script: [origin], connect: moved(connect), img: moved(img), style: moved(style), frame: moved(frame) };
}
