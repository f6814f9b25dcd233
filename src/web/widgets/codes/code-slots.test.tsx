import { waitFor } from '@testing-library/dom';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { catalogue, type CatalogueEntry, type RefusalName } from '#contract/errors.ts';
import { someCode } from '#contract/fixtures/codes.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderPart } from '#web/testing/render-at.ts';

type Outcome = 'taken' | 'canceled' | 'offline' | 'late' | RefusalName;

/** The slots in a form whose submissions end as the test says. */
async function open() {
  const sent: string[] = [];
  let next: Outcome = 'taken';
  const rendered = await renderPart(async () => {
    const { aborted, RefusalError } = await import('#web/lib/api/refusal-error.ts');
    const { useAppForm, FormShell } = await import('#web/ui/form/form.tsx');
    const { CodeSlots } = await import('./code-slots.tsx');
    function Probe() {
      const form = useAppForm({
        defaults: { code: '' },
        rules: {},
        onSubmit: async ({ code }) => {
          sent.push(code);
          await Promise.resolve();
          if (next === 'canceled') throw aborted();
          if (next !== 'taken') throw new RefusalError({ refusal: next, text: next });
        },
      });
      return (
        <FormShell form={form}>
          <CodeSlots form={form} name="code" tip="The usual line" />
        </FormShell>
      );
    }
    return createElement(Probe);
  });
  const { page, user, t } = rendered;
  const again = () => page.queryByRole('button', { name: t('sys.retry') });
  const submit = async (outcome: Outcome, code = someCode) => {
    next = outcome;
    await fill(user, inputNamed('code'), code);
  };
  return { ...rendered, sent, again, submit };
}

const entries = Object.entries(catalogue) as [RefusalName, CatalogueEntry][];
/** The refusals that leave the page open. */
const refusals = entries.filter(([, { after }]) => after === undefined);
const judging = refusals.filter(([, { field }]) => field === 'code' || field === 'smsCode' || field === 'emailCode').map(([name]) => name);
const others = refusals.map(([name]) => name).filter((name) => !judging.includes(name));

it('a code that an answer judged is gone, and its failure stands below', async () => {
  const { submit, again } = await open();
  for (const outcome of ['taken', ...judging] as const) {
    await submit(outcome);
    await waitFor(() => expect(inputNamed('code').value, outcome).toBe(''));
    expect(again(), outcome).toBeNull();
    expect(lineOf(inputNamed('code')) === 'The usual line', outcome).toBe(outcome === 'taken');
  }
});

it('a code that nobody judged stays, with a button in the line that describes it', async () => {
  const { submit, again, t } = await open();
  for (const outcome of ['canceled', 'offline', 'late', ...others] as const) {
    await submit(outcome);
    await waitFor(() => expect(again(), outcome).not.toBeNull());
    expect(inputNamed('code').value, outcome).toBe(someCode);
    expect(lineOf(inputNamed('code')), outcome).toBe(t('sys.retry'));
  }
});

it.each(['the mouse', 'Tab and Enter', 'Enter in the slots'])('a kept code is sent again by %s', async (by) => {
  const { submit, again, user, sent } = await open();
  await submit('serverError');
  await waitFor(() => expect(again()).not.toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')));
  if (by === 'the mouse') await user.click(again() as HTMLElement);
  if (by === 'Tab and Enter') await user.tab();
  if (by !== 'the mouse') await user.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([someCode, someCode]));
  // The button keeps the focus while its press fails too.
  await waitFor(() => expect(document.activeElement).toBe(by === 'Enter in the slots' ? inputNamed('code') : again()));
});

it('another code instead of a kept one sends itself', async () => {
  const { submit, again, sent } = await open();
  await submit('offline');
  await waitFor(() => expect(again()).not.toBeNull());
  const another = someCode.split('').toReversed().join('');
  await submit('taken', another);
  await waitFor(() => expect(inputNamed('code').value).toBe(''));
  expect(sent).toEqual([someCode, another]);
});
