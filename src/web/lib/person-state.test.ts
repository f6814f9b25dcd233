import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as PersonState from './person-state.ts';

/** What a browser's storage does, as far as it is used. */
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
  /** Where the document was sent, the last first. */
  readonly left: readonly string[];
  readonly emptied: () => number;
}

let browser: FakeStorage;
beforeEach(() => {
  browser = new FakeStorage();
});
afterEach(() => vi.unstubAllGlobals());

/** A document of this browser, in a tab of its own unless one is given. It is the one that the functions under test see from now on. */
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

/** Whether it comes to an end without anything else happening. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  work.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('what a person leaves in a tab', () => {
  it.each(['begins', 'ends', 'lapses'] as const)('goes when a session %s, under whatever name', async (how) => {
    const { owner, kept } = await openDocument('/pc-account-home');
    for (const name of ['sign-in', 'registration', 'code-abc', 'a name that nobody knows']) kept.setItem(name, 'Anna');
    owner.changePerson(how);
    expect(JSON.stringify(kept)).not.toContain('Anna');
  });

  it('is told from what is of the tab: where its pages were left, a notice that was closed, where a platform leads back to', async () => {
    const { owner, kept } = await openDocument('/pc-account-home');
    for (const name of ['scroll', 'tablet-notice', 'social.journey']) kept.setItem(name, 'of the tab');
    owner.changePerson('ends');
    expect(Object.values(kept).filter((value) => value === 'of the tab')).toHaveLength(3);
  });

  it('goes with the next document when the change was seen in another tab', async () => {
    const away = await openDocument('/register');
    away.kept.setItem('registration', 'Anna');
    const here = await openDocument('/login');
    here.owner.changePerson('begins');
    await openDocument('/register', away.kept);
    expect(JSON.stringify(away.kept)).not.toContain('Anna');
  });

  it('goes also where it was written after the end, but for what the page after a deletion says', async () => {
    const { owner, kept } = await openDocument('/cancellation');
    owner.noteAccount();
    kept.setItem('deletion-due', 'soon');
    owner.changePerson('ends');
    kept.setItem('deletion-due', '2026-12-01');
    kept.setItem('deletion-draft', 'Anna');
    owner.leaveDocument();
    expect([kept.getItem('deletion-due'), kept.getItem('deletion-draft')]).toEqual(['2026-12-01', null]);
    const next = await openDocument('/login', kept);
    next.owner.changePerson('begins');
    expect(kept.getItem('deletion-due')).toBeNull();
  });

  it('stays over a reload while nobody comes or goes', async () => {
    const { kept } = await openDocument('/register');
    kept.setItem('registration', 'Anna');
    await openDocument('/register', kept);
    expect(kept.getItem('registration')).toBe('Anna');
  });

  it('names nobody in what tabs compare', async () => {
    const { owner, kept } = await openDocument('/login');
    owner.changePerson('begins');
    expect(kept.getItem('person')).toMatch(/^begins[\d.e-]+$/);
    expect(Object.entries(kept)).toEqual(Object.entries(browser));
  });
});

describe('what a module keeps', () => {
  it('is forgotten with the person', async () => {
    const { owner } = await openDocument('/pc-account-home');
    const forgotten: string[] = [];
    owner.whenPersonGoes(() => forgotten.push('a toast'));
    owner.whenPersonGoes(() => forgotten.push('a picture'));
    owner.noteAccount();
    owner.changePerson('lapses');
    expect(forgotten).toEqual(['a toast', 'a picture']);
  });

  it('is forgotten once where several calls are refused together', async () => {
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
  it('is over when somebody has come, or who was there has gone', async () => {
    for (const how of ['begins', 'ends', 'lapses'] as const) {
      const { owner } = await openDocument('/pc-account-home');
      owner.noteAccount();
      expect(owner.needsNewDocument('/privacy-information')).toBe(false);
      owner.changePerson(how);
      expect(owner.needsNewDocument('/privacy-information')).toBe(true);
    }
  });

  it('goes on after a session that had lapsed before anything of it was shown', async () => {
    const { owner } = await openDocument('/pc-account-home');
    owner.changePerson('lapses');
    expect(owner.needsNewDocument('/login')).toBe(false);
  });

  it('is replaced at the next page when the change was in another tab, and goes on with its own', async () => {
    const page = await openDocument('/undo-change');
    const other = await openDocument('/login');
    other.owner.changePerson('begins');
    vi.stubGlobal('location', { pathname: '/undo-change' });
    expect(page.owner.needsNewDocument('/login')).toBe(true);
    expect(page.owner.needsNewDocument('/undo-change')).toBe(false);
  });
});

describe('an answer that is on its way', () => {
  it('never comes to anybody else', async () => {
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

  it('comes to who asked, and to who has begun a session and asks then', async () => {
    const { owner } = await openDocument('/login');
    expect(await owner.whileHere(async () => 'before')).toBe('before');
    owner.changePerson('begins');
    expect(await owner.whileHere(async () => 'after')).toBe('after');
  });

  it('is not even asked for after the end', async () => {
    const { owner } = await openDocument('/pc-account-home');
    owner.noteAccount();
    owner.changePerson('ends');
    const ask = vi.fn<() => Promise<string>>().mockResolvedValue('to nobody');
    expect(await isSettled(owner.whileHere(ask))).toBe(false);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('what is heard from another tab', () => {
  type Kind = 'of an account' | 'for visitors' | 'for everybody';

  /** What a document does when another tab tells of a change. */
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

  it.each(['of an account', 'for visitors'] as const)('shows a page %s anew to whoever has come', async (kind) => {
    const { left, kept, emptied } = await hear('begins', kind);
    expect([left, emptied(), kept.getItem('registration')]).toEqual([['/here'], 1, null]);
  });

  it('leaves a visitor at a page that is open to everybody, and everybody when a session has only lapsed', async () => {
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

  it('keeps a page that was waiting for the former person’s data from showing it', async () => {
    const { owner, left, emptied } = await hear('begins', 'for everybody');
    owner.noteAccount();
    expect([left, emptied()]).toEqual([['/here'], 1]);
  });

  it('lets nothing be written before it is known whose page it is, and nothing of the former person', async () => {
    for (const isSame of [true, false]) {
      const { owner } = await openDocument('/here');
      owner.noteAccount();
      const verdict = Promise.withResolvers<boolean>();
      owner.recognisePersonBy(() => verdict.promise);
      browser.setItem('person', `begins${String(isSame)}`);
      const written = owner.untilJudged();
      expect(await isSettled(written)).toBe(false);
      verdict.resolve(isSame);
      expect(await isSettled(written)).toBe(isSame);
    }
  });

  it('leaves the page alone while nobody says whose it is, and asks again before the next write', async () => {
    const { owner, left } = await openDocument('/here');
    owner.noteAccount();
    const answers = [Promise.reject(new Error('offline')), Promise.reject(new Error('offline')), Promise.resolve(true)];
    owner.recognisePersonBy(() => answers.shift() ?? Promise.resolve(false));
    browser.setItem('person', 'begins1');
    await owner.hearOfChange('begins1', false);
    expect(left).toEqual([]);
    await expect(owner.untilJudged()).rejects.toThrow('offline');
    await owner.untilJudged();
    expect([left, answers]).toEqual([[], []]);
  });

  it('loads a page anew whose address has a fragment', async () => {
    const { owner, left } = await openDocument('/here#main');
    owner.startAnew();
    expect(left).toEqual(['/here']);
  });

  it('changes nothing for the person whom it is about', async () => {
    const tab = await openDocument('/here');
    tab.owner.noteAccount();
    tab.owner.recognisePersonBy(async () => true);
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
  it('documents begin and persons change all the same', async () => {
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
