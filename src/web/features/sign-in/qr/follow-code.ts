import { qrEndpoints } from '#contract/sign-in/qr/qr.ts';
import { qrLimits, type QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';

/** A code and the secret of this page. */
export interface QrPage {
  readonly qrCode: string;
  readonly secret: string;
}

/** View of the computer. */
export type QrView =
  | { readonly as: 'loading' | 'failed' | 'opened' | 'wrong' | 'denied' }
  /** `isNew` when it replaces one that a phone had opened. */
  | { readonly as: 'code'; readonly url: string; readonly code: string; readonly isNew: boolean }
  /** It was shown so long that perhaps nobody is there. */
  | { readonly as: 'veiled'; readonly url: string }
  | { readonly as: 'number'; readonly number: number };

interface Followed {
  readonly purpose: QrPurpose;
  readonly show: (view: QrView) => void;
  /** The code on screen, for its button Cancel. */
  readonly onPage: (page: QrPage) => void;
  readonly signal: AbortSignal;
}

/** Seconds until the next try after no answer. */
const patience = 2;

type Shown = CallData<typeof qrEndpoints.beginQr> & { readonly renewAt: number };

/**
 * Shows codes until a phone has approved one, and returns its page; undefined when it ended otherwise. A new code every
 * 50 seconds; the one before still works until its end.
 */
export async function followCode({ purpose, show, onPage, signal }: Followed): Promise<QrPage | undefined> {
  const shownUntil = Date.now() + qrLimits.shownMs;
  let isNew = false;
  for (;;) {
    const opened = await untilOpened({ purpose, show, signal, shownUntil, isNew });
    if (opened === undefined) return undefined;
    onPage(opened);
    const end = await untilDecided(opened, { show, signal });
    if (end === 'approved') return opened;
    if (end !== 'over') {
      if (end !== undefined) show({ as: end });
      return undefined;
    }
    isNew = true;
  }
}

interface Opening extends Omit<Followed, 'onPage'> {
  readonly shownUntil: number;
  readonly isNew: boolean;
}

/** The page whose code a phone has opened. */
async function untilOpened({ purpose, show, signal, shownUntil, isNew }: Opening): Promise<QrPage | undefined> {
  const begin = async (): Promise<Shown> => {
    const begun = await call(qrEndpoints.beginQr, { body: { purpose } });
    if (!signal.aborted) show({ as: 'code', url: begun.url, code: begun.qrCode, isNew });
    return { ...begun, renewAt: Date.now() + qrLimits.renewalMs };
  };
  const first = await begin().catch(() => undefined);
  if (first === undefined) {
    if (!signal.aborted) show({ as: 'failed' });
    return undefined;
  }
  let pages: readonly Shown[] = [first];
  for (;;) {
    const [current = first] = pages;
    await pause(current.askEvery, signal);
    if (signal.aborted) return undefined;
    if (Date.now() >= shownUntil) {
      show({ as: 'veiled', url: current.url });
      return undefined;
    }
    for (const page of pages) {
      const state = await ask(page, signal);
      if (signal.aborted) return undefined;
      if (state === undefined || state.state === 'waiting') continue;
      if (state.state !== 'over') return page;
      pages = pages.filter((each) => each !== page);
    }
    // A code that cannot be renewed stays on screen until it is over; the next round tries again.
    if (pages.length === 0 || Date.now() >= current.renewAt)
      pages = [
        ...(await begin().then(
          (page) => [page],
          () => [],
        )),
        ...pages,
      ].slice(0, 2);
  }
}

/** Shows how far an opened code comes, until its end; undefined when the page left. */
async function untilDecided(
  page: QrPage,
  { show, signal }: Pick<Followed, 'show' | 'signal'>,
): Promise<'approved' | 'wrong' | 'denied' | 'over' | undefined> {
  show({ as: 'opened' });
  for (;;) {
    const progress = await ask(page, signal);
    if (signal.aborted) return undefined;
    const state = progress?.state;
    if (state === 'shown') show({ as: 'number', number: progress?.number ?? 0 });
    if (state === 'approved' || state === 'wrong' || state === 'denied' || state === 'over') return state;
    await pause(progress?.askEvery ?? patience, signal);
    if (signal.aborted) return undefined;
  }
}

/** How far a code has come; undefined when there was no answer, which the next one may give. */
async function ask({ qrCode, secret }: QrPage, signal: AbortSignal): Promise<CallData<typeof qrEndpoints.qrState> | undefined> {
  try {
    return await call(qrEndpoints.qrState, { body: { qrCode, secret }, signal });
  } catch (error) {
    return isRefusal(error, 'qrOver') ? { state: 'over', askEvery: patience } : undefined;
  }
}

/** Waits for some seconds, or until the page leaves. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, seconds * 1000);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
