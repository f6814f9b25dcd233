import { fireEvent } from '@testing-library/dom';
import { createElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { settle } from '#web/testing/document.ts';
import { renderPart } from '#web/testing/render-at.ts';

/** A page that counts down from three seconds; `acts` counts what it does then. */
async function open() {
  const acts = vi.fn<() => void>();
  const { page } = await renderPart(async () => {
    const { useCountdown } = await import('./use-countdown.ts');
    function Page() {
      const { area, left } = useCountdown(limits.redirectAfterSuccessSeconds, acts);
      return createElement('div', { ref: area, 'data-testid': 'area' }, left, createElement('button', { type: 'button' }, 'Stay'));
    }
    function Probe() {
      const [isOpen, setOpen] = useState(false);
      return isOpen ? createElement(Page) : createElement('button', { type: 'button', onClick: () => setOpen(true) }, 'Open');
    }
    return createElement(Probe);
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  fireEvent.click(page.getByRole('button', { name: 'Open' }));
  await settle();
  return { acts, area: page.getByTestId('area'), stay: page.getByRole('button', { name: 'Stay' }) };
}

async function pass(seconds: number, busy: () => void = () => undefined): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    vi.advanceTimersByTime(500);
    busy();
    vi.advanceTimersByTime(500);
    await settle();
  }
}

/** A pointer on its way. */
const moveIn = (area: HTMLElement) => () => {
  fireEvent(area, Object.assign(new PointerEvent('pointermove', { bubbles: true }), { movementX: 3 }));
};

describe('a page that continues after a success', () => {
  it('continues after three seconds', async () => {
    const { acts } = await open();
    await pass(2);
    expect(acts).not.toHaveBeenCalled();
    await pass(1);
    expect(acts).toHaveBeenCalledOnce();
  });

  it('waits while the focus is inside, and continues after it has left', async () => {
    const { acts, stay } = await open();
    fireEvent.focusIn(stay);
    await pass(10);
    expect(acts).not.toHaveBeenCalled();
    fireEvent.focusOut(stay);
    await pass(3);
    expect(acts).toHaveBeenCalledOnce();
  });

  it('waits for half a minute at most', async () => {
    const { acts, stay } = await open();
    fireEvent.focusIn(stay);
    await pass(limits.redirectHoldSeconds + 2);
    expect(acts).not.toHaveBeenCalled();
    await pass(1);
    expect(acts).toHaveBeenCalledOnce();
  });

  it('waits while a pointer moves, not while it rests', async () => {
    const { acts, area } = await open();
    await pass(5, moveIn(area));
    expect(acts).not.toHaveBeenCalled();
    await pass(4);
    expect(acts).toHaveBeenCalledOnce();
  });

  it('stays after Escape', async () => {
    const { acts } = await open();
    fireEvent.keyDown(document, { key: 'Escape' });
    await settle();
    await pass(60);
    expect(acts).not.toHaveBeenCalled();
  });
});
