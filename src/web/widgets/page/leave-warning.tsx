import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { guardHistory, historyEntry, navigate } from '#web/lib/router.ts';
import { needsNewDocument } from '#web/lib/person-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface LeaveWarning {
  /** Goes to an address, or does what ends the editing, after asking when something would be lost. */
  readonly leave: (to: string | (() => void)) => void;
  /** Place it anywhere in the page. */
  readonly dialog: ReactNode;
}

/** Where the person was going: an address, so many steps of history, or elsewhere on the page. */
type Goal = { readonly href: string } | { readonly steps: number } | { readonly act: () => void };

/** Asks before unsaved changes are lost: by a link, by Back, by closing the tab (then in the browser's own words). */
export function useLeaveWarning(unsaved: boolean): LeaveWarning {
  const t = useT();
  // The goal outlives the question, so that its words stay the same while it fades.
  const [goal, setGoal] = useState<Goal>();
  const [asking, setAsking] = useState(false);
  const decided = useRef(false);

  useEffect(() => {
    if (!unsaved) return undefined;
    decided.current = false;
    const entry = historyEntry();
    /** The steps that are being taken back. */
    let returning = 0;

    function onClick(event: MouseEvent): void {
      const href = hrefOf(event);
      if (href === undefined || decided.current) return;
      event.preventDefault();
      event.stopPropagation();
      ask({ href });
    }
    // The address has changed already when we hear of it: it is set back before anybody looks, and only then the question is asked.
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
      // Once the person has gone nobody is there to be asked.
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
    if ('act' in to) {
      to.act();
      return;
    }
    decided.current = true;
    if ('href' in to) navigate(to.href);
    else history.go(to.steps);
  }

  const staysHere = goal !== undefined && 'act' in goal;
  const dialog = (
    <Dialog
      open={asking}
      onClose={() => setAsking(false)}
      title={t(staysHere ? 'sys.discard' : 'sys.leave')}
      actions={
        <>
          <Button onClick={() => setAsking(false)}>{t('sys.stay')}</Button>
          <Button variant="primary" onClick={() => goal !== undefined && go(goal)}>
            {t(staysHere ? 'sys.discardBtn' : 'sys.leaveBtn')}
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
  return { leave, dialog };
}

/** Where a click leads within this tab and away from this page; undefined where it does not. */
function hrefOf(event: MouseEvent): string | undefined {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (link === null || link.href === '' || link.target === '_blank' || link.hasAttribute('download') || modified) return undefined;
  const { origin, pathname, search, href } = new URL(link.href);
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return isHere ? undefined : href;
}
