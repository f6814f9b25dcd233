import type { MessageKey } from '#web/lib/texts/i18n.tsx';
import { firstFailing, type RuleContext, type Rules } from '#contract/rules/rule.ts';
import type { FieldValue, FormStore } from './form-store.ts';
import { submissionWaitMs, type RemoteCheck } from './remote-check.ts';

/** The checks of one field. */
export interface FieldRules {
  readonly rules: Rules;
  /** The field kind that selects the texts of its rules; by default the field's name. */
  readonly as?: string;
  /** Texts of its rules, for a field of only one page. */
  readonly words?: Readonly<Record<string, MessageKey>>;
  /** Applied before every check and to the submitted value. */
  readonly normalize?: (value: string) => string;
  readonly remote?: RemoteCheck;
}

/** The checks of a form's fields. */
export interface FieldChecks {
  readonly optionsOf: (name: string) => FieldRules | undefined;
  /** A value in the form that is checked and submitted. */
  readonly textOf: (name: string, value: FieldValue) => string;
  /** The rule that a value breaks, if it is known without the server. */
  readonly failing: (name: string, value: FieldValue) => string | undefined;
  /** The rule that fails; immediate if the server is not needed. */
  readonly validate: (name: string) => string | undefined | Promise<string | undefined>;
  /** As `validate`, but waits no longer than a submission; what the server says after that counts no more. */
  readonly validateInTime: (name: string) => Promise<string | undefined>;
  /** Checks a field that has just changed. */
  readonly checkChange: (name: string) => void;
}

export function fieldChecks(
  rules: Readonly<Record<string, FieldRules | undefined>>,
  { store, context }: { readonly store: FormStore; readonly context: () => RuleContext },
): FieldChecks {
  const optionsOf = (name: string): FieldRules | undefined => rules[name];
  const textOf = (name: string, value: FieldValue): string => {
    const text = typeof value === 'string' ? value : value ? 'on' : '';
    return optionsOf(name)?.normalize?.(text) ?? text;
  };

  function failing(name: string, value: FieldValue): string | undefined {
    const field = optionsOf(name);
    if (field === undefined) return undefined;
    const text = textOf(name, value);
    return firstFailing(field.rules, text, context()) ?? (field.remote?.known(text) === true ? field.remote.rule : undefined);
  }

  function validate(name: string): string | undefined | Promise<string | undefined> {
    const { value } = store.get(name);
    const rule = failing(name, value);
    const remote = optionsOf(name)?.remote;
    const text = textOf(name, value);
    if (rule !== undefined || remote === undefined || text === '') return rule;
    return remote.ask(text).then((fails) => (fails ? remote.rule : undefined));
  }

  async function validateInTime(name: string): Promise<string | undefined> {
    const late = new Promise<'late'>((resolve) => {
      setTimeout(() => resolve('late'), submissionWaitMs);
    });
    const found = await Promise.race([validate(name), late]);
    if (found !== 'late') return found;
    optionsOf(name)?.remote?.drop();
    return undefined;
  }

  /** The server's answer about a value counts only while the field still has that value. */
  function checkChange(name: string): void {
    const { value } = store.get(name);
    const answer = validate(name);
    store.update(name, { checking: answer instanceof Promise });
    if (answer instanceof Promise) {
      void answer.finally(() => {
        if (store.get(name).value === value) store.update(name, { checking: false });
      });
    }
  }

  return { optionsOf, textOf, failing, validate, validateInTime, checkChange };
}
