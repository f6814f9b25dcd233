import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '#web/testing/render-at.ts';

const act = vi.fn<() => Promise<void>>(async () => undefined);
const keep = vi.fn<() => void>(() => undefined);

async function ask() {
  act.mockClear();
  keep.mockClear();
  return renderPart(async () => {
    const { Question } = await import('./question.tsx');
    return createElement(Question, {
      open: true,
      onClose: keep,
      title: 'Delete account?',
      lead: 'It ends.',
      verb: 'Delete account',
      keep: { verb: 'Keep account', onPress: keep },
      act,
    });
  });
}

it('a red dialog has the focus on its safe answer: Enter confirms nothing', async () => {
  const { page, user } = await ask();
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Keep account' }));
  expect(document.querySelector('dialog form')).toBeNull();
  await user.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}');
  expect([act.mock.calls.length, keep.mock.calls.length]).toEqual([0, 5]);
});

it('a red button takes no key before it can have been read, and none that is held', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const { page, user } = await ask();
  const red = page.getByRole('button', { name: 'Delete account' });
  red.focus();
  await user.keyboard('{Enter}');
  now.mockReturnValue(1600);
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
  expect(red.dispatchEvent(held)).toBe(false);
  expect(act).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(act).toHaveBeenCalledTimes(1);
  now.mockRestore();
});

it('a red button stands in a question, or on the page or in the form that is made for the act', () => {
  const files = import.meta.glob<string>('/src/web/{features,screens,widgets}/**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const red = Object.entries(files).flatMap(([path, source]) =>
    source.includes('variant="danger"') ? [path.replace('/src/web/', '')] : [],
  );
  expect(red.toSorted()).toEqual([
    'features/protection/freeze/freeze-form.tsx',
    'widgets/freeze/freeze-question.tsx',
    'widgets/page/question.tsx',
    'widgets/sign-in/unbind-question.tsx',
  ]);
});
