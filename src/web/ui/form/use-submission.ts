import { useEffect, useState, type RefObject } from 'react';
import { limits } from '#contract/limits.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isEnded } from '#web/lib/person/person-state.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import type { FieldChecks } from './field-checks.ts';
import { submissionWaitMs } from './remote-check.ts';

/** A pending submission, or the last one. */
export interface Run {
  readonly busy: boolean;
  /** The start time; 0 after a field has changed. */
  readonly at: number;
  /** The element that had the focus. */
  readonly from: Element | null | undefined;
  /** The field that gets the focus at the end. */
  readonly goTo: string | undefined;
}

interface SubmissionOptions {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly run: RefObject<Run>;
  /** The fields of the form. */
  readonly names: readonly string[];
  readonly validate: FieldChecks['validate'];
  /** Called when a submission begins, with the fields on screen. */
  readonly onBegin: (names: readonly string[]) => void;
  /** Sends the values after all rules have passed. */
  readonly send: () => Promise<void>;
}

interface Submission {
  readonly pending: boolean;
  readonly submissions: number;
  readonly press: () => void;
  readonly submit: () => void;
}

export function useSubmission({ element, run, names, validate, onBegin, send }: SubmissionOptions): Submission {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [submissions, setSubmissions] = useState(0);

  /**
   * A second press soon after, without a change between, is a double click. The application's own submissions are
   * exempt.
   */
  function press(): void {
    if (moment() - run.current.at >= limits.submitDebounceMs) submit();
  }

  function submit(): void {
    if (run.current.busy) return;
    run.current = { busy: true, at: moment(), from: document.activeElement, goTo: undefined };
    setPending(true);
    setSubmissions((count) => count + 1);
    onBegin(namesOnScreen());
    void checkAndSend().finally(() => {
      // The submission began or ended a session: do not send the form again while the next document loads.
      if (isEnded()) return;
      run.current = { ...run.current, busy: false };
      setPending(false);
    });
  }

  async function checkAndSend(): Promise<void> {
    const failed = await failuresOnScreen();
    if (failed.length === 0) return send();
    run.current = { ...run.current, goTo: failed[0] };
    announce(t('v.summary', { n: failed.length }));
  }

  /** The visible fields, in order. A form also has other inputs, such as the username for a password manager. */
  function namesOnScreen(): readonly string[] {
    const onScreen = Array.from(element.current?.elements ?? [], (each) => each.getAttribute('name') ?? '');
    return [...new Set(onScreen)].filter((name) => names.includes(name));
  }

  /** In their order on screen. A slow server does not hold up the form, because it checks again anyway. */
  async function failuresOnScreen(): Promise<readonly string[]> {
    const onScreen = namesOnScreen();
    const rules = await Promise.all(onScreen.map((name) => Promise.race([validate(name), after(submissionWaitMs)])));
    return onScreen.filter((_, index) => rules[index] !== undefined);
  }

  // A form that was inert during a submission has lost the focus: move it to the failed field, or back.
  useEffect(() => {
    const { goTo, from } = run.current;
    if (pending) return;
    if (goTo !== undefined) focusField(element.current, goTo);
    else if (from instanceof HTMLElement && document.activeElement === document.body && from.isConnected) from.focus();
    run.current = { ...run.current, goTo: undefined, from: undefined };
  });

  return { pending, submissions, press, submit };
}

export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = Array.from(form?.elements ?? []).find((each) => each instanceof HTMLElement && each.getAttribute('name') === name);
  if (field instanceof HTMLElement) field.focus();
}

function moment(): number {
  return Date.now();
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}
