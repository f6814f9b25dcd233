import { fireEvent, waitFor } from '@testing-library/dom';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { RefusalName } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { settle } from '#web/testing/document.ts';
import { lineOf } from '#web/testing/fields.ts';
import { renderPart } from '#web/testing/render-at.ts';

interface Values {
  readonly phone: string;
  readonly code: string;
}

interface Options {
  readonly onSubmit?: (values: Values) => Promise<void> | void;
  /** The server's answer about a phone. */
  readonly exists?: (phone: string) => Promise<boolean>;
}

/** A form with two fields and rules of the product. */
async function open({ onSubmit = () => undefined, exists }: Options = {}) {
  const rendered = await renderPart(async () => {
    const { FormShell, useAppForm } = await import('./form.tsx');
    const { TextField } = await import('./fields/text-field.tsx');
    const { remoteCheck } = await import('./remote-check.ts');
    const { clean } = await import('#contract/rules/clean.ts');
    const { phoneRules } = await import('#contract/rules/phone.ts');
    const { codeRules } = await import('#contract/rules/code.ts');
    const remote = exists === undefined ? {} : { remote: remoteCheck('exists', exists) };
    function Probe() {
      const form = useAppForm<Values>({
        defaults: { phone: '', code: '' },
        rules: { phone: { rules: phoneRules, normalize: clean.phone, ...remote }, code: { rules: codeRules } },
        onSubmit,
      });
      return (
        <FormShell form={form} submitLabel="Send">
          <TextField form={form} name="phone" label="Phone" />
          <TextField form={form} name="code" label="Code" />
          <button type="button" onClick={() => form.set('code', '')}>
            Empty
          </button>
        </FormShell>
      );
    }
    return createElement(Probe);
  });
  const { page } = rendered;
  const [phone, code] = [page.getByLabelText<HTMLInputElement>('Phone'), page.getByLabelText<HTMLInputElement>('Code')];
  const button = (name: string) => page.getByRole('button', { name });
  return { ...rendered, phone, code, send: button('Send'), empty: button('Empty') };
}

async function refusal(name: RefusalName, fields: Readonly<Record<string, string>> = {}): Promise<Error> {
  const { RefusalError } = await import('#web/lib/api/refusal-error.ts');
  return new RefusalError({ refusal: name, text: `text of ${name}`, data: { fields } });
}

const good = { phone: '13800138000', code: '123456' } as const;

describe('a field', () => {
  it('shows no failure during the first typing, and shows it after the field is left', async () => {
    const { user, phone, t } = await open();
    await user.type(phone, '123');
    expect(phone.getAttribute('aria-invalid')).not.toBe('true');
    await user.tab();
    await waitFor(() => expect(lineOf(phone)).toContain(t('v.phone.regex')));
    expect(phone.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows no failure if it was left empty', async () => {
    const { user, phone } = await open();
    await user.click(phone);
    await user.tab();
    expect(phone.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('updates with every change from then on', async () => {
    const { user, phone, t } = await open();
    await user.type(phone, '123');
    await user.tab();
    await user.clear(phone);
    await user.type(phone, '12800138000');
    await waitFor(() => expect(lineOf(phone)).toContain(t('v.phone.regex')));
    await user.clear(phone);
    await user.type(phone, good.phone);
    await waitFor(() => expect(phone.getAttribute('aria-invalid')).not.toBe('true'));
  });
});

describe('the clear button of a field', () => {
  it('is not in the way of Tab; Escape keeps what was typed', async () => {
    const { user, phone, code, page, t } = await open();
    await user.type(phone, '138');
    expect(page.getByRole('button', { name: t('f.clear') }).tabIndex).toBe(-1);
    await user.tab();
    expect(document.activeElement).toBe(code);
    await user.click(phone);
    await user.keyboard('{Escape}');
    expect(phone.value).toBe('138');
  });
});

describe('a press', () => {
  it('moves nothing before its click: the failure of the field that was left waits for it', async () => {
    const { user, phone, code, t } = await open();
    await user.type(phone, '123');
    await user.pointer({ keys: '[MouseLeft>]', target: code });
    expect(document.activeElement).toBe(code);
    await settle();
    expect(lineOf(phone)).not.toContain(t('v.phone.regex'));
    await user.pointer({ keys: '[/MouseLeft]', target: code });
    await waitFor(() => expect(lineOf(phone)).toContain(t('v.phone.regex')));
  });
});

describe('a value that the application takes away', () => {
  it('is no failure of the person', async () => {
    const { user, phone, code, send, empty } = await open();
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    await user.click(send);
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull());
    await user.click(empty);
    await waitFor(() => expect(code.value).toBe(''));
    expect(code.getAttribute('aria-invalid')).toBeNull();
  });
});

describe('a submission', () => {
  it('focuses the first failing field, shows all failures and sends nothing', async () => {
    const onSubmit = vi.fn<(values: Values) => void>();
    const { user, phone, code, send, t } = await open({ onSubmit });
    await user.click(send);
    await waitFor(() => expect(document.activeElement).toBe(phone));
    expect([lineOf(phone), lineOf(code)]).toEqual([t('v.phone.required'), t('v.code.required')]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sends normalized values', async () => {
    const onSubmit = vi.fn<(values: Values) => void>();
    const { user, phone, code } = await open({ onSubmit });
    await user.type(phone, '+86 138-0013-8000');
    await user.type(code, `${good.code}{Enter}`);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith(good));
  });

  it('sends what stands in the form, though the program that filled it in told nobody', async () => {
    const onSubmit = vi.fn<(values: Values) => void>();
    const { user, phone, code, send } = await open({ onSubmit });
    await user.type(phone, '138');
    phone.value = good.phone;
    code.value = good.code;
    await user.click(send);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith(good));
  });

  it('happens once, however often the button is pressed while it is pending', async () => {
    const held = Promise.withResolvers<void>();
    const onSubmit = vi.fn<() => Promise<void>>(() => held.promise);
    const { user, phone, code, send } = await open({ onSubmit });
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    await user.dblClick(send);
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBe('true'));
    expect(phone.closest('[inert]')).not.toBeNull();
    await user.click(send);
    // Simulates Enter; the delay makes it no double click.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limits.submitDebounceMs });
    fireEvent.submit(send.closest('form') ?? send);
    held.resolve();
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull());
    expect(onSubmit).toHaveBeenCalledOnce();
    expect([phone.value, code.value]).toEqual([good.phone, good.code]);
  });

  it('ignores a second press within a moment as a double click, and accepts a later one', async () => {
    const onSubmit = vi.fn<() => void>();
    const { user, phone, code, send } = await open({ onSubmit });
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    vi.useFakeTimers({ toFake: ['Date'] });
    await user.click(send);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
    await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull());
    await user.click(send);
    expect(onSubmit).toHaveBeenCalledOnce();
    vi.setSystemTime(Date.now() + limits.submitDebounceMs);
    await user.click(send);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  it('ignores the Enter of an input method', async () => {
    const onSubmit = vi.fn<() => void>();
    const { user, phone, code } = await open({ onSubmit });
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    expect(fireEvent.keyDown(code, { key: 'Enter', isComposing: true })).toBe(false);
    expect(fireEvent.keyDown(code, { key: 'Enter', keyCode: 229 })).toBe(false);
    expect(fireEvent.keyDown(code, { key: 'Enter' })).toBe(true);
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a refusal', () => {
  async function refuse(name: RefusalName, fields?: Readonly<Record<string, string>>) {
    const opened = await open({
      onSubmit: async () => {
        throw await refusal(name, fields);
      },
    });
    const { user, phone, code, send } = opened;
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    await user.click(send);
    return opened;
  }

  it('marks its field and focuses it, until the field changes', async () => {
    const { user, code, t } = await refuse('smsCodeWrong');
    await waitFor(() => expect(lineOf(code)).toContain(t('v.code.wrong')));
    await waitFor(() => expect(document.activeElement).toBe(code));
    await user.type(code, '{Backspace}0');
    await waitFor(() => expect(code.getAttribute('aria-invalid')).not.toBe('true'));
  });

  it('marks the fields that it names, with their rules', async () => {
    const { phone, t } = await refuse('badRequest', { phone: 'regex' });
    await waitFor(() => expect(lineOf(phone)).toContain(t('v.phone.regex')));
  });

  it('for a field that the form does not have is a notice', async () => {
    const { page, t } = await refuse('usernameExists');
    await waitFor(() => expect(page.getAllByText(t('v.username.exists')).length).toBeGreaterThan(0));
  });

  it('without a field is a notice, and typed values stay', async () => {
    const { page, phone, code } = await refuse('serverError');
    await waitFor(() => expect(page.getAllByText('text of serverError').length).toBeGreaterThan(0));
    expect([phone.value, code.value]).toEqual([good.phone, good.code]);
  });
});

describe('a check that only the server can make', () => {
  it('runs once typing pauses, reports at the field, and holds up the form', async () => {
    const exists = vi.fn<(phone: string) => Promise<boolean>>(async () => true);
    const onSubmit = vi.fn<() => void>();
    const { user, phone, code, send, t } = await open({ exists, onSubmit });
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    await waitFor(() => expect(lineOf(phone)).toContain(t('v.phone.exists')));
    expect(exists.mock.calls.map(([asked]) => asked)).toEqual([good.phone]);
    await user.click(send);
    await waitFor(() => expect(document.activeElement).toBe(phone));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('passes if there is no answer', async () => {
    const onSubmit = vi.fn<() => void>();
    const { user, phone, code, send } = await open({ exists: () => Promise.reject(new Error('away')), onSubmit });
    await user.type(phone, good.phone);
    await user.type(code, good.code);
    await user.click(send);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  });
});
