import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useAccount } from '#web/widgets/account/account.ts';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';

/** A sign-in method that was added shortly before the account was recovered. */
export type AddedWay = AccountView['addedLately'][number]['type'];

export interface AddedLatelyProps {
  /** The page that removes a method, or the handler that asks on this page. */
  readonly removal: (way: AddedWay) => { readonly href: string } | { readonly onClick: () => void };
  /** The method in the removal question over the page. */
  readonly asking?: AddedWay | undefined;
}

const Notice = lazy(async () => ({ default: (await import('./added-lately-notice.tsx')).AddedLatelyNotice }));

/** After a recovery: methods added to the account shortly before, to remove or keep. Not loaded for other accounts. */
export function AddedLately({ removal, asking }: AddedLatelyProps): ReactNode {
  const { data: account } = useAccount();
  const count = account?.addedLately.length ?? 0;
  const section = useFocusAfterRemoval(count, asking !== undefined);
  if (account === undefined || count === 0) return null;
  return (
    <Suspense>
      <Notice account={account} removal={removal} section={section} />
    </Suspense>
  );
}

/** After a removal or "keep" the focused button is gone: focuses the next one, or the page's heading. */
function useFocusAfterRemoval(count: number, isAsking: boolean) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (isAsking) return;
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && isFocusLost()) (section.current?.querySelector('button') ?? document.querySelector('h1'))?.focus();
  }, [count, isAsking]);
  return section;
}
