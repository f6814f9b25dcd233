import { useEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { translate } from '#web/lib/texts/i18n.tsx';
import { persist } from '#web/lib/person/persist.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';

/** A part of the application failed to load within 120 s: the only option is a reload of the page (spec 2, spec 9). */
export function ReloadDialog({ open }: { readonly open: boolean }): ReactNode {
  const { text, button } = texts();
  return (
    <Dialog
      open={open}
      kind="alert"
      title={text}
      onClose={reload}
      actions={
        <Button variant="primary" onClick={reload}>
          {button}
        </Button>
      }
    />
  );
}

/** The same dialog for the case that the first parts of the application did not load. */
export function askToReload(): void {
  const host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(<ReloadDialog open />);
}

function reload(): void {
  location.reload();
}

/**
 * Instead of a page of which nothing is left: says so, and loads it again when the server can be reached. Once, as a reload
 * that did not help would not help again.
 */
export function LostPage(): ReactNode {
  useEffect(() => {
    const [begun] = performance.getEntriesByType('navigation');
    if (begun === undefined || !('type' in begun) || begun.type !== 'reload') persist(askForPage).then(reload, () => undefined);
  }, []);
  return <ReloadDialog open />;
}

/** @throws where there is no page to load */
async function askForPage(): Promise<void> {
  if (!(await fetch(location.href, { method: 'HEAD' })).ok) throw new Error('The page is not there.');
}

/** The page carries these two texts, because the text file itself may be missing. */
function texts(): { readonly text: string; readonly button: string } {
  const [text, button] = [translate('sys.reload'), translate('sys.reloadBtn')];
  if (text !== 'sys.reload' || typeof document === 'undefined') return { text, button };
  const carried: unknown = JSON.parse(document.documentElement.dataset['reload'] ?? '{}');
  const read = (key: string): string => {
    const value: unknown = typeof carried === 'object' && carried !== null ? Reflect.get(carried, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { text: read('text'), button: read('button') };
}
