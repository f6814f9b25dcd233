import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';

/** Parameters for the display of a widget. */
export interface WidgetPlace {
  readonly holder: HTMLElement;
  readonly scene: CaptchaScene;
  readonly language: Language;
  readonly isDark: boolean;
}

/** The events of a widget. */
export interface WidgetEvents {
  readonly onReady: () => void;
  /** Solved: the values for the server, under the service's own names. */
  readonly onSolved: (answer: Readonly<Record<string, string>>) => void;
  /** Not solved: the widget shows another puzzle. */
  readonly onWrong: () => void;
  /** The service classifies the visitor as a machine (spec 4). */
  readonly onRisky: () => void;
  readonly onClosed: () => void;
  /** It failed to load, or cannot reach its service. */
  readonly onUnusable: () => void;
}

/** Removes a widget. */
export type RemoveWidget = () => void;

type ShowWidget = (widget: CaptchaWidget, place: WidgetPlace, events: WidgetEvents) => Promise<RemoveWidget>;

/**
 * Shows the widget of a service.
 * @throws {Error} if its script fails to load
 */
export const showWidget: ShowWidget = (widget, place, events) => widgets[widget.provider](widget, place, events);

const widgets: Readonly<Record<CaptchaProvider, ShowWidget>> = { yidun: showYidun, geetest: showGeetest, turnstile: showTurnstile };

interface YidunInstance {
  destroy?(): void;
}

interface YidunError {
  readonly code?: number | string;
}

/** The used parts of NetEase Yidun's captcha (v2) and of Watchman. */
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

/** Time limit of Watchman for a token (milliseconds). */
const watchmanMs = 3000;

/** A verification refused as that of a machine. */
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

/** Starts the anti-cheat once per document; returns a function that gets a token. */
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

/** The services require a URL that changes every minute, so that caches keep no old script. */
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

/**
 * GeeTest v4 as `float`: its puzzle is inside the holder, where a modal dialog allows its use; with `popup` and `bind`
 * it is outside.
 */
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

/**
 * Cloudflare's client-side error codes: 3xxxxx and 6xxxxx mean that the challenge failed; the others concern the
 * network, the browser or the setup.
 */
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
    // The server requires it: a token is valid for one scene.
    action: scene,
    theme: isDark ? 'dark' : 'light',
    language: languageFacts[language].tag.toLowerCase(),
    size: 'flexible',
    callback: (token: string) => events.onSolved({ token }),
    'error-callback': (code: unknown) => {
      if (notPassed.test(String(code))) events.onWrong();
      else events.onUnusable();
      // Handled: log nothing to the console.
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

/** The globals of the services' scripts. Calling a missing one throws, as intended. */
function globals(): YidunGlobals & GeetestGlobals & TurnstileGlobals {
  return window as unknown as YidunGlobals & GeetestGlobals & TurnstileGlobals;
}

const loading = new Map<string, Promise<void>>();

/**
 * Runs a third-party script once per document; fetches a failed one again.
 * @throws {Error} if it fails to load, or the page's content policy blocks it
 */
function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known !== undefined) return known;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = address;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    loading.delete(address);
    script.remove();
    reject(new Error('A script did not load.'));
  });
  loading.set(address, promise);
  document.head.append(script);
  return promise;
}
