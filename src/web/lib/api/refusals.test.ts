import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import { web as english } from '#messages/en/web.ts';
import { provideAppConfig } from '#web/lib/page/app-config.ts';
import { provideTexts } from '#web/lib/load-texts.ts';
import { showNoticesWith, type Notice } from '#web/lib/page/notify.ts';
import { RefusalError } from './refusal-error.ts';
import { handleRefusal, refusalText } from './refusals.ts';

let shown: Notice[];

beforeEach(() => {
  shown = [];
  showNoticesWith((notice) => shown.push(notice));
  provideAppConfig({ brand: { id: { en: 'Cedar ID', zh: '' }, os: { en: 'Cedar OS', zh: '' } } } as AppConfig);
  provideTexts({ language: 'en_US', texts: english });
});

afterEach(() => {
  showNoticesWith(() => undefined);
});

describe('a refusal', () => {
  it('marks the field named by the catalogue', () => {
    const marked: string[][] = [];
    handleRefusal(new RefusalError({ refusal: 'phoneExists' }), { onField: (...field) => void marked.push(field) });
    expect(marked).toEqual([['phone', 'exists']]);
    expect(shown).toEqual([]);
  });

  it('marks every field named by the answer', () => {
    const marked: string[][] = [];
    const error = new RefusalError({ refusal: 'badRequest', data: { fields: { password: 'min', code: 'required' } } });
    handleRefusal(error, { onField: (...field) => void marked.push(field) });
    expect(marked).toEqual([
      ['password', 'min'],
      ['code', 'required'],
    ]);
  });

  it('is a toast with the rule’s text if the form does not have the field', () => {
    handleRefusal(new RefusalError({ refusal: 'phoneExists' }), { onField: () => false });
    expect(shown).toEqual([{ kind: 'error', text: 'Phone number has been registered' }]);
  });

  it('goes to the caller if the catalogue says so, and to a toast if the caller declines it', () => {
    const taken: number[] = [];
    const error = new RefusalError({ refusal: 'wrongCredentials', text: 'Wrong username or password' });
    handleRefusal(error, { onCaller: ({ code }) => void taken.push(code) });
    expect([taken, shown]).toEqual([[3007], []]);
    handleRefusal(error, { onCaller: () => false });
    handleRefusal(error);
    expect(shown.map(({ text }) => text)).toEqual(['Wrong username or password', 'Wrong username or password']);
  });

  it('without an answer is the network’s toast', () => {
    handleRefusal(new RefusalError({ refusal: 'offline' }));
    expect(shown).toMatchObject([{ kind: 'error', text: 'Network error. Please check network settings or try later' }]);
  });

  it('that came too late says so', () => {
    handleRefusal(new RefusalError({ refusal: 'late' }));
    expect(shown).toMatchObject([{ kind: 'error', text: 'Request timeout' }]);
  });

  it('of an unknown number shows the request’s id', () => {
    expect(refusalText(new RefusalError({ refusal: 'unknown', code: 2999, requestId: 'r-7' }))).toBe(
      'Unknown error, please try again later (Request ID r-7)',
    );
  });

  it('without a text uses the catalogue’s', () => {
    expect(refusalText(new RefusalError({ refusal: 'gatewayTimeout' }))).toBe('Request timeout, please try again later');
    expect(refusalText(new RefusalError({ refusal: 'configFail' }))).toBe('Server get configuration error');
    expect(refusalText(new RefusalError({ refusal: 'tooManyRequests' }))).toBe('The operation is too frequent');
    expect(refusalText(new RefusalError({ refusal: 'unavailable' }))).toBe('Server error, please try later');
  });

  it('of an aborted call is ignored, and a bug is rethrown', () => {
    handleRefusal(new DOMException('', 'AbortError'));
    expect(shown).toEqual([]);
    expect(() => handleRefusal(new TypeError('bug'))).toThrow('bug');
  });
});

describe('a refusal that leads elsewhere', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Refuses on a page, in a new document that has shown an account. */
  async function refuseAt(path: string, ...refusals: readonly RefusalError['refusal'][]) {
    return refuseIn({ path, isSomebodys: true }, refusals);
  }

  async function refuseIn(
    { path, isSomebodys }: { readonly path: string; readonly isSomebodys: boolean },
    refusals: readonly RefusalError['refusal'][],
  ) {
    vi.useFakeTimers();
    const went: string[] = [];
    const events = new EventTarget();
    const kept = { registration: 'typed' };
    vi.stubGlobal('window', events);
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
    vi.stubGlobal('location', { pathname: path, search: '', href: `http://localhost${path}`, origin: 'http://localhost' });
    vi.stubGlobal('history', { state: null });
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
    const storage = { getItem: () => null, setItem: () => undefined, removeItem: (key: string) => Reflect.deleteProperty(kept, key) };
    vi.stubGlobal('sessionStorage', Object.assign(Object.create(storage), kept));
    vi.resetModules();
    const { RefusalError: Refused } = await import('./refusal-error.ts');
    const { loadDocumentsFor, navigate } = await import('#web/lib/page/router.ts');
    const { showNoticesWith: show } = await import('#web/lib/page/notify.ts');
    const { provideAppConfig: configure } = await import('#web/lib/page/app-config.ts');
    const { provideTexts: provide } = await import('#web/lib/load-texts.ts');
    const { handleRefusal: handle } = await import('./refusals.ts');
    const { noteAccount } = await import('#web/lib/person/person-state.ts');
    if (isSomebodys) noteAccount();
    configure({ brand: { id: { en: 'Cedar ID', zh: '' }, os: { en: 'Cedar OS', zh: '' } } } as AppConfig);
    provide({ language: 'en_US', texts: english });
    show((notice) => shown.push(notice));
    loadDocumentsFor((to) => to);
    Object.assign(location, { replace: (to: URL) => went.push(to.pathname), assign: (to: URL) => went.push(to.pathname) });
    for (const refusal of refusals) handle(new Refused({ refusal, text: 'over' }));
    return { went, kept, navigate, events };
  }

  it('reports once and leaves after five seconds', async () => {
    const { went } = await refuseAt('/device', 'tokenError', 'tokenError');
    expect([shown.length, went]).toEqual([1, []]);
    vi.advanceTimersByTime(5000);
    expect(went).toEqual(['/']);
  });

  it('does not navigate after the person went elsewhere', async () => {
    const { went, navigate } = await refuseAt('/device', 'tokenError');
    navigate('/privacy-information');
    vi.advanceTimersByTime(6000);
    expect(went).toEqual(['/privacy-information']);
  });

  it.each(['popstate', 'pagehide'])('does not navigate after the browser left the page (%s)', async (event) => {
    const { went, events } = await refuseAt('/device', 'overtime');
    events.dispatchEvent(new Event(event));
    vi.advanceTimersByTime(6000);
    expect(went).toEqual([]);
  });

  it('empties the tab of the signed-in person immediately', async () => {
    for (const refusal of ['unauthorized', 'overtime', 'passwordLocked'] as const) {
      const { kept } = await refuseAt('/device', refusal);
      expect(kept).toEqual({});
    }
  });

  it('keeps the typed values of a visitor who opens a page for signed-in people', async () => {
    for (const refusal of ['unauthorized', 'overtime'] as const) {
      const { kept } = await refuseIn({ path: '/pc-account-home', isSomebodys: false }, [refusal]);
      expect(kept).toEqual({ registration: 'typed' });
    }
  });

  it('keeps the typed values of visitors: they have no session that can end', async () => {
    for (const path of ['/login', '/register', '/register/support']) {
      const { kept } = await refuseAt(path, 'passwordLocked');
      expect(kept).toEqual({ registration: 'typed' });
    }
  });
});
