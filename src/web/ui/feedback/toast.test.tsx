import { fillBrowserGaps } from '#web/testing/browser-gaps.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { showToast, Toaster } from './toast.tsx';

/** A page with a toast, and a dialog that opens over it. */
function Page({ open }: { readonly open: boolean }) {
  return (
    <>
      <Dialog open={open} onClose={() => undefined} title="Question" />
      <Toaster />
    </>
  );
}

it.each([
  ['is gone when a press opens a dialog', 'pointerdown', []],
  ["is gone when the browser's Back opens one", 'popstate', []],
  ['stays where the act that brought it opens a dialog too, however late', undefined, ['Sent']],
] as const)('a toast %s', async (_, press, left) => {
  fillBrowserGaps();
  vi.useFakeTimers({ toFake: ['Date'] });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page open={false} />));
  dispatchEvent(new Event('pointerdown'));
  await act(async () => showToast({ kind: 'success', text: 'Sent' }));
  vi.setSystemTime(Date.now() + 1000);
  if (press !== undefined) dispatchEvent(new Event(press));
  await act(async () => root.render(<Page open />));
  expect(Array.from(document.querySelectorAll('[data-toasts] > *'), ({ textContent }) => textContent)).toEqual(left);
  await act(async () => root.unmount());
  vi.useRealTimers();
});
