import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWidget } from '#contract/schemas/reference.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { loadScript } from './load-script.ts';

/** Where and how a widget is shown. */
export interface WidgetPlace {
  readonly holder: HTMLElement;
  readonly scene: CaptchaScene;
  readonly language: Language;
  readonly isDark: boolean;
}

/** What happens at a widget. */
export interface WidgetEvents {
  readonly onReady: () => void;
  /** Solved: what the server needs, by the service's own names. */
  readonly onSolved: (answer: Readonly<Record<string, string>>) => void;
  /** Not solved: the widget shows another one. */
  readonly onWrong: () => void;
  /** The service takes the visitor for a machine (spec 4). */
  readonly onRisky: () => void;
  readonly onClosed: () => void;
  /** It cannot be loaded, or does not reach its service. */
  readonly onUnusable: () => void;
}

/** Takes a widget away. */
export type RemoveWidget = () => void;

type ShowWidget = (widget: CaptchaWidget, place: WidgetPlace, events: WidgetEvents) => Promise<RemoveWidget>;

/**
 * Shows the widget of a service.
 * @throws {Error} when its script does not come
 */
export const showWidget: ShowWidget = (widget, place, events) => widgets[widget.provider](widget, place, events);

const widgets: Readonly<Record<CaptchaProvider, ShowWidget>> = { yidun: showYidun, geetest: showGeetest, turnstile: showTurnstile };

interface YidunInstance {
  destroy?(): void;
}

interface YidunError {
  readonly code?: number | string;
}

/** The parts of NetEase Yidun's captcha (v2) and of Watchman that are used. */
interface YidunGlobals {
  initNECaptcha(
    config: Readonly<Record<string, unknown>> & {
      onVerify(error: YidunError | null, data?: { readonly validate?: string }): void;
    },
    onLoad: (instance: YidunInstance) => void,
    onError: (error: unknown) => void,
  ): void;
  initWatchman(config: { readonly productNumber: string; onload(instance: Watchman): void; onerror(error: unknown): void }): void;
}

interface Watchman {
  getToken(businessId: string, take: (token: string) => void, timeoutMs?: number): void;
}

/** How long Watchman may take for a token (milliseconds). */
const watchmanMs = 3000;

/** A verification that was refused as that of a machine. */
const forbidden = '403';

let watchman: Promise<Watchman> | undefined;

async function showYidun(
  { script, siteKey, antiCheat }: CaptchaWidget,
  { holder, language, isDark }: WidgetPlace,
  events: WidgetEvents,
): Promise<RemoveWidget> {
  const token = antiCheat === undefined ? async () => undefined : await startWatchman(antiCheat);
  await loadScript(fresh(script, 'v'));
  let instance: YidunInstance | undefined;
  const solved = async (validate: string) => {
    try {
      const watched = await token();
      events.onSolved(watched === undefined ? { validate } : { validate, token: watched });
    } catch {
      events.onUnusable();
    }
  };
  globals().initNECaptcha(
    {
      captchaId: siteKey,
      element: holder,
      mode: 'embed',
      width: 'auto',
      apiVersion: 2,
      protocol: location.protocol.replace(':', ''),
      lang: languageFacts[language].tag,
      theme: isDark ? 'dark' : 'light',
      onReady: events.onReady,
      onClose: events.onClosed,
      onError: events.onUnusable,
      onVerify(error, data) {
        if (error === null && data?.validate !== undefined) void solved(data.validate);
        else if (String(error?.code) === forbidden) events.onRisky();
        else events.onWrong();
      },
    },
    (made) => {
      instance = made;
    },
    events.onUnusable,
  );
  return () => instance?.destroy?.();
}

/** Starts the anti-cheat, once for the document, and answers with what gives a token. */
async function startWatchman({
  script,
  productNumber,
  businessId,
}: NonNullable<CaptchaWidget['antiCheat']>): Promise<() => Promise<string>> {
  await loadScript(fresh(script, 't'));
  watchman ??= new Promise<Watchman>((resolve, reject) => {
    globals().initWatchman({
      productNumber,
      onload: resolve,
      onerror: () => reject(new Error('The anti-cheat did not start.')),
    });
  });
  const started = await watchman.catch((error: unknown) => {
    watchman = undefined;
    throw error;
  });
  return () => new Promise((resolve) => started.getToken(businessId, resolve, watchmanMs));
}

/** The services ask for an address that changes every minute, so that no old script stays in a cache. */
function fresh(script: string, name: string): string {
  const address = new URL(script);
  address.searchParams.set(name, String(Math.floor(pageStart / 60_000)));
  return address.href;
}

const pageStart = Date.now();

interface GeetestCaptcha {
  appendTo(element: HTMLElement): GeetestCaptcha;
  onReady(listener: () => void): GeetestCaptcha;
  onSuccess(listener: () => void): GeetestCaptcha;
  onFail(listener: () => void): GeetestCaptcha;
  onError(listener: () => void): GeetestCaptcha;
  onClose(listener: () => void): GeetestCaptcha;
  getValidate(): Readonly<Record<string, string>> | false;
  destroy(): void;
}

interface GeetestGlobals {
  initGeetest4(config: Readonly<Record<string, unknown>>, onLoad: (captcha: GeetestCaptcha) => void): void;
}

/** GeeTest v4 as `float`: its puzzle stands inside the holder, where a modal dialog lets it be used; `popup` and `bind` stand outside. */
async function showGeetest(
  { script, siteKey }: CaptchaWidget,
  { holder, language }: WidgetPlace,
  events: WidgetEvents,
): Promise<RemoveWidget> {
  await loadScript(script);
  let captcha: GeetestCaptcha | undefined;
  const config = {
    captchaId: siteKey,
    product: 'float',
    language: languageFacts[language].iso3,
    protocol: `${location.protocol}//`,
    nativeButton: { width: '100%' },
    onError: events.onUnusable,
  };
  globals().initGeetest4(config, (made) => {
    captcha = made;
    made
      .appendTo(holder)
      .onReady(events.onReady)
      .onFail(events.onWrong)
      .onError(events.onUnusable)
      .onClose(events.onClosed)
      .onSuccess(() => {
        const answer = made.getValidate();
        if (answer === false) events.onWrong();
        else events.onSolved(answer);
      });
  });
  return () => captcha?.destroy();
}

interface TurnstileGlobals {
  readonly turnstile: {
    render(element: HTMLElement, options: Readonly<Record<string, unknown>>): string | undefined;
    remove(id: string): void;
  };
}

/** Cloudflare's client-side error codes: of 3…… and 6…… the challenge was not passed; the others are of the network, the browser or the set-up. */
const notPassed = /^[36]/;

async function showTurnstile(
  { script, siteKey }: CaptchaWidget,
  { holder, scene, language, isDark }: WidgetPlace,
  events: WidgetEvents,
): Promise<RemoveWidget> {
  await loadScript(`${script}?render=explicit`);
  const { turnstile } = globals();
  const id = turnstile.render(holder, {
    sitekey: siteKey,
    // The server insists on it: a token is for one scene.
    action: scene,
    theme: isDark ? 'dark' : 'light',
    language: languageFacts[language].tag.toLowerCase(),
    size: 'flexible',
    callback: (token: string) => events.onSolved({ token }),
    'error-callback': (code: unknown) => {
      if (notPassed.test(String(code))) events.onWrong();
      else events.onUnusable();
      // Dealt with: nothing on the console.
      return true;
    },
    'timeout-callback': events.onWrong,
    'unsupported-callback': events.onUnusable,
  });
  events.onReady();
  return () => {
    if (id !== undefined) turnstile.remove(id);
  };
}

/** What the services' scripts leave behind. A call of something that is not there throws, as it should. */
function globals(): YidunGlobals & GeetestGlobals & TurnstileGlobals {
  return window as unknown as YidunGlobals & GeetestGlobals & TurnstileGlobals;
}
