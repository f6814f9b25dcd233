import { useEffect, useRef, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { limits } from '#contract/limits.ts';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import type { Widened } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue, type NameOf, type FieldIn } from '#web/ui/form/use-field.ts';
import { readable, useCodeRequest, type SendCode, type CodeRequest } from './code-request.ts';
import { sendToVisitor, type VisitorPurpose } from './send-code.ts';
import { useSmsCode } from './web-otp.ts';
import css from './code-field.module.css';

interface CodeFieldProps<V> extends FieldIn<V> {
  /** The field with the phone or email: it is checked before a code is requested. */
  readonly target: NameOf<V, string>;
  readonly label?: ReactNode;
}

/** A visitor's code, whose calls are built in, or any other. */
type Sending =
  | { readonly purpose: VisitorPurpose; readonly region?: RegionOrNone; readonly scene?: undefined; readonly send?: undefined }
  | { readonly scene: CaptchaScene; readonly send: SendCode; readonly purpose?: undefined; readonly region?: undefined };

/** A one-time code in a form, with the button that requests it. */
export function CodeField<V>({ form, name, target, label, ...sending }: CodeFieldProps<V> & Sending) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  // The name guarantees that the field is a text.
  const awaitSms = useSmsCode((code) => form.set(name, code as Widened<V[NameOf<V, string>]>));
  useFieldValue(form, target);
  const request = useCodeRequest({
    scene: sending.scene ?? sending.purpose,
    target: form.normalized(target),
    send: sending.send ?? sendToVisitor(sending.purpose, sending.region),
    mayAsk: async () => {
      const asked = form.normalized(target);
      form.clear(name);
      // A message that did not leave says nothing about the phone or email: it may be tried again.
      const isUnsent = form.inner.markOf(target)?.rule === 'error';
      if (isUnsent) form.clear(target);
      // The person may have kept typing during the check.
      return isUnsent || ((await form.check(target)) && form.normalized(target) === asked);
    },
    onSent: () => {
      input.current?.focus();
      if (!form.normalized(target).includes('@')) awaitSms();
    },
    onRefusal: (error) => {
      if (!form.setRefusal(error)) form.fail(name, 'error', 'phone');
    },
  });
  const { requested } = request;
  const { provide } = form;

  useEffect(() => provide({ requested }), [provide, requested]);

  return (
    <TextField
      form={form}
      name={name}
      label={label ?? t('f.code')}
      inputRef={input}
      clean={cleanCode}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: t('f.code.ph', { digits: limits.codeDigits }) }}
      tip={requested ? t('f.sentTo', { target: readable(form.normalized(target)) }) : undefined}
      tipStays
      trailing={<CodeButton request={request} />}
    />
  );
}

/** The code in typed or pasted text, or its beginning. A text without one changes nothing that stood before it. */
export function cleanCode(typed: string, before = ''): string {
  const code = clean.code(typed);
  if (/^\d*$/.test(code) && code.length <= limits.codeDigits) return code;
  return typed.startsWith(before) ? before : '';
}

/** Larger than any countdown: it reserves the width, so that nothing moves when the label changes. */
const widestSeconds = 88;

/** Get Code, Sending…, Resend in 48 s, Resend. */
function CodeButton({ request }: { readonly request: CodeRequest }) {
  const t = useT();
  const { state, secondsLeft, requested } = request;
  const label = {
    ready: t(requested ? 'f.resend' : 'f.getCode'),
    captcha: t('captcha.verifying'),
    sending: t('f.sending'),
    waiting: t('f.countdown', { n: secondsLeft }),
  }[state];
  const isBusy = state === 'captcha' || state === 'sending';
  return (
    <button
      type="button"
      className={css['button']}
      disabled={state === 'waiting'}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={request.ask}
    >
      <span className={css['label']}>{label}</span>
      <span className={css['widest']} aria-hidden="true">
        {t('f.countdown', { n: widestSeconds })}
      </span>
    </button>
  );
}
