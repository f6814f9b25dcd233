import { useEffect, useState } from 'react';
import { navigate } from '#web/lib/router.ts';

/** The pages that mailed links open. */
export type LinkPage = 'undo-change' | 'activate-email' | 'undo-upgrade';

/**
 * The token of a mailed link. It leaves the address and the history at once, where it could be seen, synchronised or passed on, and is kept
 * for the life of the tab, so that a reload still has it. Undefined while the page comes to life, '' where there is none.
 */
export function useMailedToken(page: LinkPage): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const given = new URLSearchParams(location.search).get('token');
    if (given !== null) {
      sessionStorage.setItem(keyOf(page), given);
      navigate(`/${page}`, { replace: true });
    }
    setToken(sessionStorage.getItem(keyOf(page)) ?? '');
  }, [page]);
  return token;
}

/** A token that was spent, or that is good for nothing, is not kept. */
export function forgetMailedToken(page: LinkPage): void {
  sessionStorage.removeItem(keyOf(page));
}

function keyOf(page: LinkPage): string {
  return `${page}.token`;
}
