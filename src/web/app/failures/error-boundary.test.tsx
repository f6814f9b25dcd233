import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorBoundary as Boundary } from './error-boundary.tsx';

const missing = new TypeError('Failed to fetch dynamically imported module: https://a.example/assets/a.js');
let root: Root;
let reload: ReturnType<typeof vi.spyOn>;
let isThere = false;
let ErrorBoundary: typeof Boundary;

beforeEach(async () => {
  // Other tests of this worker have loaded both.
  vi.resetModules();
  vi.doMock('#web/screens/shared/server-error.tsx', () => {
    throw missing;
  });
  vi.doMock('#web/lib/texts/texts.ts', () => ({ loadPack: () => Promise.reject(missing) }));
  ({ ErrorBoundary } = await import('./error-boundary.tsx'));
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch');
    return new Response();
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.doUnmock('#web/screens/shared/server-error.tsx');
  vi.doUnmock('#web/lib/texts/texts.ts');
  vi.resetModules();
});

function Lost(): never {
  throw missing;
}

test('a page that lacks a part says so, and is loaded again when the server is there', async () => {
  document.documentElement.dataset['reload'] = JSON.stringify({ text: 'It did not load', button: 'Reload' });
  await act(async () => {
    root.render(
      <ErrorBoundary page="/login">
        <Lost />
      </ErrorBoundary>,
    );
    await vi.advanceTimersByTimeAsync(0);
  });
  await vi.waitFor(() => expect(document.body.textContent).toContain('It did not load'));
  await vi.advanceTimersByTimeAsync(7000);
  expect(reload).not.toHaveBeenCalled();
  isThere = true;
  await vi.advanceTimersByTimeAsync(8000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
