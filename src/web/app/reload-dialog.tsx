import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { translate } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** A part of the application did not come within 120 s, or at all: the only way on is to load the page again (spec 2, spec 9). */
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

/** The same before there is an application: its first parts did not come. */
export function askToReload(): void {
  const host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(<ReloadDialog open />);
}

function reload(): void {
  location.reload();
}

/** The page carries these two texts, because the file of texts may be what is missing. */
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
