import { tabStore } from '#web/lib/browser/browser.ts';
import { useEffect, useState } from 'react';
import { navigate } from '#web/lib/page/router.ts';

/** The pages that mailed links open, and `qr` and `guardian`, which a scanned code opens. */
export type LinkPage = 'activate-email' | 'undo-upgrade' | 'notice' | 'recover' | 'qr' | 'guardian';

/**
 * The token of a mailed link. It is removed immediately from the URL and the history, where it could be seen,
 * synchronized or passed on, and kept in the tab for a reload. Undefined during hydration, '' if there is none. A link
 * that opens in the same page brings another token: use it as a `key`, so that nothing stays of the previous one.
 */
export function useMailedToken(page: LinkPage): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = (): void => {
      const given = givenToken();
      if (given !== null) {
        tabStore.setItem(keyOf(page), given);
        navigate(`/${page}`, { replace: true });
      }
      setToken(keptToken(page));
    };
    const takeAnother = (): void => {
      if (givenToken() !== null) take();
    };
    take();
    addEventListener('hashchange', takeAnother);
    return () => removeEventListener('hashchange', takeAnother);
  }, [page]);
  return token;
}

/** Acting links carry the token in the fragment, which no server and no log sees. Other fragments are places on the page. */
function givenToken(): string | null {
  const token = new URLSearchParams(location.search).get('token');
  const fragment = location.hash.slice(1);
  return token ?? (fragment === '' || document.getElementById(fragment) !== null ? null : fragment);
}

/** Keeps a token for a page that this tab continues to. */
export function keepMailedToken(page: LinkPage, token: string): void {
  tabStore.setItem(keyOf(page), token);
}

/** The token that this tab keeps for a page; '' if there is none. */
export function keptToken(page: LinkPage): string {
  return tabStore.getItem(keyOf(page)) ?? '';
}

/** Forgets a used or invalid token. */
export function forgetMailedToken(page: LinkPage): void {
  tabStore.removeItem(keyOf(page));
}

function keyOf(page: LinkPage): string {
  return `${page}.token`;
}
