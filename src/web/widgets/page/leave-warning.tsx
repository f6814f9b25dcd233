import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { guardHistory, historyEntry, navigate } from '#web/lib/page/router.ts';
import { needsNewDocument } from '#web/lib/person/person-state.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';

interface LeaveWarning {
  /** Navigates, or runs an action that ends the editing; asks first if something would be lost. */
  readonly leave: (to: string | (() => void)) => void;
  /** Runs an action that ends the editing when nothing is lost any more: without a question. */
  readonly finish: (end: () => void) => void;
  /** Place it anywhere in the page. */
  readonly dialog: ReactNode;
}

/** The intended target: a URL, a number of history steps, or an action on the page. */
type Goal = { readonly href: string } | { readonly steps: number } | { readonly act: () => void };

/** Asks before unsaved changes are lost: by a link, by Back, by closing the tab (then with the browser's own text). */
export function useLeaveWarning(unsaved: boolean): LeaveWarning {
  const t = useT();
  // The goal outlives the question, so that its text stays the same while it fades out.
  const [goal, setGoal] = useState<Goal>();
  const [asking, setAsking] = useState(false);
  const decided = useRef(false);
  const stay = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!unsaved) return undefined;
    decided.current = false;
    const entry = historyEntry();
    /** The history step being reverted: 1, -1, or 0 for none. */
    let returning = 0;

    function onClick(event: MouseEvent): void {
      const href = hrefOf(event);
      if (href === undefined || decided.current) return;
      event.preventDefault();
      event.stopPropagation();
      ask({ href });
    }
    // The event arrives after the URL has changed: restore the URL before others read it, and only then ask.
    function onPopState(event: PopStateEvent): void {
      if (decided.current) return;
      event.stopImmediatePropagation();
      if (returning === 0) {
        returning = historyEntry() > entry ? 1 : -1;
        history.go(-returning);
      } else {
        ask({ steps: returning });
        returning = 0;
      }
    }
    function onBeforeUnload(event: BeforeUnloadEvent): void {
      // After the end of the session there is no one to ask.
      if (!decided.current && !needsNewDocument(location.pathname)) event.preventDefault();
    }
    document.addEventListener('click', onClick, true);
    const endGuard = guardHistory(onPopState);
    addEventListener('beforeunload', onBeforeUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      endGuard();
      removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [unsaved]);

  function ask(to: Goal): void {
    setGoal(to);
    setAsking(true);
  }

  function go(to: Goal): void {
    setAsking(false);
    // Also for an action: it may go back in the history.
    decided.current = true;
    if ('act' in to) to.act();
    else if ('href' in to) navigate(to.href);
    else history.go(to.steps);
  }

  const staysHere = goal !== undefined && 'act' in goal;
  const dialog = (
    <Dialog
      open={asking}
      onClose={() => setAsking(false)}
      title={t(staysHere ? 'sys.discard' : 'sys.leave')}
      initialFocus={stay}
      actions={
        <>
          <Button onClick={() => goal !== undefined && go(goal)}>{t(staysHere ? 'sys.discardBtn' : 'sys.leaveBtn')}</Button>
          <Button ref={stay} variant="primary" onClick={() => setAsking(false)}>
            {t('sys.stay')}
          </Button>
        </>
      }
    />
  );
  function leave(to: string | (() => void)): void {
    if (unsaved) ask(typeof to === 'string' ? { href: to } : { act: to });
    else if (typeof to === 'string') navigate(to);
    else to();
  }
  function finish(end: () => void): void {
    decided.current = true;
    end();
  }
  return { leave, finish, dialog };
}

/** The target of a click within this tab and away from this page; otherwise undefined. */
function hrefOf(event: MouseEvent): string | undefined {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (link === null || link.href === '' || link.target === '_blank' || link.hasAttribute('download') || modified) return undefined;
  const { origin, pathname, search, href } = new URL(link.href);
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return isHere ? undefined : href;
}
