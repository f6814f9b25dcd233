import { fireEvent, waitFor } from '@testing-library/dom';
import { createElement, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderPart } from '#web/testing/render-at.ts';

interface Options {
  readonly place: 'dialog' | 'page';
  readonly onSubmit?: () => Promise<void>;
}

/** A flow of two steps: a name, then a choice. */
async function open({ place, onSubmit = () => Promise.resolve() }: Options) {
  const onLeave = vi.fn<() => void>();
  const rendered = await renderPart(async () => {
    const { FlowDialog, FlowPage, FlowStep } = await import('./flow.tsx');
    const { useAppForm } = await import('#web/ui/form/form.tsx');
    const { TextField } = await import('#web/ui/form/fields/text-field.tsx');
    function First({ onDone }: { readonly onDone: () => void }) {
      const form = useAppForm({ defaults: { name: '' }, rules: {}, onSubmit: () => onSubmit().then(onDone) });
      return (
        <FlowStep title="Who are you?" form={form} submitLabel="Go on">
          <TextField form={form} name="name" label="Name" />
        </FlowStep>
      );
    }
    function Probe() {
      const [isNamed, setNamed] = useState(false);
      const [isOpen, setOpen] = useState(true);
      const step = isNamed ? (
        <FlowStep key="second" title="Choose">
          <p>One or the other</p>
        </FlowStep>
      ) : (
        <First key="first" onDone={() => setNamed(true)} />
      );
      const leave = (): void => {
        setOpen(false);
        onLeave();
      };
      return place === 'page' ? (
        <FlowPage onLeave={leave}>{step}</FlowPage>
      ) : (
        <FlowDialog open={isOpen} onClose={leave}>
          {step}
        </FlowDialog>
      );
    }
    return createElement(Probe);
  });
  return { ...rendered, onLeave };
}

describe.each(['dialog', 'page'] as const)('a flow in a %s', (place) => {
  it('shows one step, which its button sends, and then the next', async () => {
    const { user, page } = await open({ place });
    expect(page.getByRole('heading', { name: 'Who are you?' })).toBeTruthy();
    await fill(user, inputNamed('name'), 'Lin');
    await user.click(page.getByRole('button', { name: 'Go on' }));
    expect(await page.findByRole('heading', { name: 'Choose' })).toBeTruthy();
    expect(page.queryByRole('heading', { name: 'Who are you?' })).toBeNull();
  });

  it('focuses the heading of a step without a field', async () => {
    const { user, page } = await open({ place });
    await fill(user, inputNamed('name'), 'Lin');
    await user.click(page.getByRole('button', { name: 'Go on' }));
    const heading = await page.findByRole('heading', { name: 'Choose' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

describe('a flow in a dialog', () => {
  it('is named after its step, focuses its field, and closes on Cancel and Escape', async () => {
    const { user, page, t, onLeave } = await open({ place: 'dialog' });
    expect(page.getByRole('dialog', { name: 'Who are you?' })).toBeTruthy();
    expect(document.activeElement).toBe(inputNamed('name'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(onLeave).toHaveBeenCalledOnce();
    const again = await open({ place: 'dialog' });
    await again.user.click(again.page.getByRole('button', { name: t('btn.cancel') }));
    await waitFor(() => expect(again.onLeave).toHaveBeenCalledOnce());
  });

  it('stays open for the Escape of an input method', async () => {
    const { page, onLeave } = await open({ place: 'dialog' });
    fireEvent.keyDown(inputNamed('name'), { key: 'Escape', isComposing: true });
    fireEvent.keyDown(inputNamed('name'), { key: 'Escape', keyCode: 229 });
    expect(page.getByRole('dialog')).toBeTruthy();
    expect(onLeave).not.toHaveBeenCalled();
  });

  it('cannot be left while it sends', async () => {
    const held = Promise.withResolvers<void>();
    const { user, page, onLeave } = await open({ place: 'dialog', onSubmit: () => held.promise });
    await fill(user, inputNamed('name'), 'Lin');
    await user.click(page.getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(page.getByRole('dialog').getAttribute('aria-busy')).toBe('true'));
    await user.keyboard('{Escape}');
    expect(onLeave).not.toHaveBeenCalled();
    held.resolve();
    expect(await page.findByRole('heading', { name: 'Choose' })).toBeTruthy();
  });
});
