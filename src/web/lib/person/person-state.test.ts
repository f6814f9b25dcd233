import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as PersonState from './person-state.ts';

/** The used part of a browser's storage. */
class FakeStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

type Owner = typeof PersonState;

interface Tab {
  readonly owner: Owner;
  readonly kept: FakeStorage;
  /** The targets of the document's navigations, the last one first. */
  readonly left: readonly string[];
  readonly emptied: () => number;
}

let browser: FakeStorage;
beforeEach(() => {
  browser = new FakeStorage();
});
afterEach(() => vi.unstubAllGlobals());

/** A document of this browser, in a new tab unless one is given. The functions under test use it from now on. */
async function openDocument(path: string, kept = new FakeStorage()): Promise<Tab> {
  const left: string[] = [];
  let emptied = 0;
  vi.stubGlobal('localStorage', browser);
  vi.stubGlobal('sessionStorage', kept);
  vi.stubGlobal('location', { pathname: path, href: path, replace: (to: string) => left.unshift(to) });
  vi.stubGlobal('document', { body: { replaceChildren: () => (emptied += 1) } });
  vi.resetModules();
  const owner: Owner = await import('./person-state.ts');
  owner.beginDocument();
  return { owner, kept, left, emptied: () => emptied };
}

/** Whether the work settles without any other event. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  work.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the traces of a person in a tab', () => {
  it.each(['begins', 'ends', 'lapses'] as const)('are removed when a session %s, under any name', async (how) => {
    const { owner, kept } = await openDocument('/pc-account-home');
    for (const name of ['sign-in', 'registration', 'code-abc', 'a name that nobody knows']) kept.setItem(name, 'Anna');
    owner.changePerson(how);
    expect(JSON.stringify(kept)).not.toContain('Anna');
  });

  it('exclude the data of the tab: scroll positions, a closed notice, the journey to a platform', async () => {
    const { owner, kept } = await openDocument('/pc-account-home');
    for (const name of ['scroll', 'tablet-notice', 'social.journey']) kept.setItem(name, 'of the tab');
    owner.changePerson('ends');
    expect(Object.values(kept).filter((value) => value === 'of the tab')).toHaveLength(3);
  });

  it('are removed with the next document after a change in another tab', async () => {
    const away = await openDocument('/register');
    away.kept.setItem('registration', 'Anna');
    const here = await openDocument('/login');
    here.owner.changePerson('begins');
    await openDocument('/register', away.kept);
    expect(JSON.stringify(away.kept)).not.toContain('Anna');
  });

  it('are removed even if written after the end, except the data of the page after a deletion', async () => {
    const { owner, kept } = await openDocument('/cancellation');
    owner.noteAccount();
    kept.setItem('deletion-due', 'soon');
    owner.changePerson('ends');
    kept.setItem('deletion-due', '2026-12-01');
    kept.setItem('deletion-receipt', '/receipt#token');
    kept.setItem('deletion-draft', 'Anna');
    owner.leaveDocument();
    const left = () => ['deletion-due', 'deletion-receipt', 'deletion-draft'].map((name) => kept.getItem(name));
    expect(left()).toEqual(['2026-12-01', '/receipt#token', null]);
    const next = await openDocument('/login', kept);
    next.owner.changePerson('begins');
    expect(left()).toEqual([null, null, null]);
  });

  it('survive a reload while the person stays the same', async () => {
    const { kept } = await openDocument('/register');
    kept.setItem('registration', 'Anna');
    await openDocument('/register', kept);
    expect(kept.getItem('registration')).toBe('Anna');
  });

  it('identify no person in the mark that tabs compare', async () => {
    const { owner, kept } = await openDocument('/login');
    owner.changePerson('begins');
    expect(kept.getItem('person')).toMatch(/^begins[\d.e-]+$/);
    expect(Object.entries(kept)).toEqual(Object.entries(browser));
  });
});

describe('the state of a module', () => {
  it('is forgotten with the person', async () => {
    const { owner } = await openDocument('/pc-account-home');
    const forgotten: string[] = [];
    owner.whenPersonGoes(() => forgotten.push('a toast'));
    owner.whenPersonGoes(() => forgotten.push('a picture'));
    owner.noteAccount();
    owner.changePerson('lapses');
    expect(forgotten).toEqual(['a toast', 'a picture']);
  });

  it('is forgotten once if several calls are refused together', async () => {
    const { owner } = await openDocument('/pc-account-home');
    const forget = vi.fn<() => void>();
    owner.whenPersonGoes(forget);
    owner.noteAccount();
    owner.changePerson('lapses');
    owner.changePerson('lapses');
    expect(forget).toHaveBeenCalledOnce();
  });
});

describe('a document', () => {
  it('ends when a person has come or gone', async () => {
    for (const how of ['begins', 'ends', 'lapses'] as const) {
      const { owner } = await openDocument('/pc-account-home');
      owner.noteAccount();
      expect(owner.needsNewDocument('/privacy-information')).toBe(false);
      owner.changePerson(how);
      expect(owner.needsNewDocument('/privacy-information')).toBe(true);
    }
  });

  it('continues if the session lapsed before any of its data was shown', async () => {
    const { owner } = await openDocument('/pc-account-home');
    owner.changePerson('lapses');
    expect(owner.needsNewDocument('/login')).toBe(false);
  });

  it('is replaced at the next page after a change in another tab, but not within the same page', async () => {
    const page = await openDocument('/activate-email');
    const other = await openDocument('/login');
    other.owner.changePerson('begins');
    vi.stubGlobal('location', { pathname: '/activate-email' });
    expect(page.owner.needsNewDocument('/login')).toBe(true);
    expect(page.owner.needsNewDocument('/activate-email')).toBe(false);
  });
});

describe('a browser', () => {
  it.each(['', 'ends1', 'lapses1'])('with the mark %j learns from an account’s data that somebody is signed in', async (lost) => {
    if (lost !== '') browser.setItem('person', lost);
    const { owner, kept } = await openDocument('/pc-account-home');
    kept.setItem('deletion-draft', 'Anna');
    owner.noteAccount();
    expect(owner.needsNewDocument('/security')).toBe(false);
    const next = await openDocument('/403', kept);
    expect([next.owner.hasPerson(), kept.getItem('deletion-draft')]).toEqual([true, 'Anna']);
  });
});

describe('a pending answer', () => {
  it('never reaches another person', async () => {
    const { owner } = await openDocument('/pc-account-home');
    owner.noteAccount();
    const late = Promise.withResolvers<string>();
    const refused = Promise.withResolvers<string>();
    const answers = [owner.whileHere(() => late.promise), owner.whileHere(() => refused.promise)];
    owner.changePerson('ends');
    late.resolve('Anna');
    refused.reject(new Error('Anna'));
    expect(await Promise.all(answers.map((answer) => isSettled(answer)))).toEqual([false, false]);
  });

  it('reaches the person who asked, and one who asks after beginning a session', async () => {
    const { owner } = await openDocument('/login');
    expect(await owner.whileHere(async () => 'before')).toBe('before');
    owner.changePerson('begins');
    expect(await owner.whileHere(async () => 'after')).toBe('after');
  });

  it('is not requested after the end', async () => {
    const { owner } = await openDocument('/pc-account-home');
    owner.noteAccount();
    owner.changePerson('ends');
    const ask = vi.fn<() => Promise<string>>().mockResolvedValue('to nobody');
    expect(await isSettled(owner.whileHere(ask))).toBe(false);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('news from another tab', () => {
  type Kind = 'of an account' | 'for visitors' | 'for everybody';

  /** Returns the reaction of a document to a change in another tab. */
  async function hear(how: 'begins' | 'ends' | 'lapses', kind: Kind): Promise<Tab> {
    const tab = await openDocument('/here');
    if (kind === 'of an account') tab.owner.noteAccount();
    tab.kept.setItem('registration', 'Anna');
    browser.setItem('person', `${how}1`);
    await tab.owner.hearOfChange(`${how}1`, kind === 'for visitors');
    return tab;
  }

  it('leads an account’s page to the end of the session', async () => {
    const { left, kept, emptied } = await hear('ends', 'of an account');
    expect([left, emptied(), kept.getItem('registration')]).toEqual([['/logout'], 1, null]);
  });

  it.each(['of an account', 'for visitors'] as const)('reloads a page %s for the new person', async (kind) => {
    const { left, kept, emptied } = await hear('begins', kind);
    expect([left, emptied(), kept.getItem('registration')]).toEqual([['/here'], 1, null]);
  });

  it('keeps a visitor’s page that is still valid, and any page after a mere lapse of a session', async () => {
    for (const [how, kind] of [
      ['begins', 'for everybody'],
      ['ends', 'for everybody'],
      ['ends', 'for visitors'],
      ['lapses', 'of an account'],
    ] as const) {
      const { left, emptied } = await hear(how, kind);
      expect([left, emptied()]).toEqual([[], 0]);
    }
  });

  it('keeps a page that waits for the former person’s data from showing it', async () => {
    const { owner, left, emptied } = await hear('begins', 'for everybody');
    owner.noteAccount();
    expect([left, emptied()]).toEqual([['/here'], 1]);
  });

  it('blocks writes until the owner of the page is known, and always those of the former person', async () => {
    for (const isSame of [true, false]) {
      const { owner } = await openDocument('/here');
      owner.noteAccount();
      const verdict = Promise.withResolvers<boolean>();
      owner.recognizePersonBy(() => verdict.promise);
      browser.setItem('person', `begins${String(isSame)}`);
      const written = owner.untilJudged();
      expect(await isSettled(written)).toBe(false);
      verdict.resolve(isSame);
      expect(await isSettled(written)).toBe(isSame);
    }
  });

  it('leaves the page unchanged while its owner is unknown, and asks again before the next write', async () => {
    const { owner, left } = await openDocument('/here');
    owner.noteAccount();
    const answers = [Promise.reject(new Error('offline')), Promise.reject(new Error('offline')), Promise.resolve(true)];
    owner.recognizePersonBy(() => answers.shift() ?? Promise.resolve(false));
    browser.setItem('person', 'begins1');
    await owner.hearOfChange('begins1', false);
    expect(left).toEqual([]);
    await expect(owner.untilJudged()).rejects.toThrow('offline');
    await owner.untilJudged();
    expect([left, answers]).toEqual([[], []]);
  });

  it('reloads a page that has a fragment in its URL', async () => {
    const { owner, left } = await openDocument('/here#main');
    owner.startAnew();
    expect(left).toEqual(['/here']);
  });

  it('changes nothing for the same person', async () => {
    const tab = await openDocument('/here');
    tab.owner.noteAccount();
    tab.owner.recognizePersonBy(async () => true);
    tab.kept.setItem('deletion-draft', 'Anna');
    browser.setItem('person', 'begins2');
    await tab.owner.hearOfChange('begins2', false);
    expect([tab.left, tab.kept.getItem('deletion-draft')]).toEqual([[], 'Anna']);
    expect(tab.owner.needsNewDocument('/elsewhere')).toBe(false);
    await openDocument('/here', tab.kept);
    expect(tab.kept.getItem('deletion-draft')).toBe('Anna');
  });
});

describe('without storage', () => {
  it('documents begin and persons change as usual', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const tab = await openDocument('/login');
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, { getItem: refuse, setItem: refuse });
    tab.owner.beginDocument();
    tab.owner.changePerson('begins');
    expect(tab.owner.needsNewDocument('/')).toBe(true);
  });
});
