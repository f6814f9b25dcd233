import { defaultLanguage, forEveryLanguage, languages, type Language } from '#contract/vocabulary/languages.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { languageText } from '#web/lib/texts/intl.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';
import type { AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { limits } from '#contract/limits.ts';
import { codePoints } from '#contract/rules/rule.ts';

/** The field of a form with the name in one language. */
export type NameField = `name.${Language}`;

/** Marked when the server refuses a name and does not say in which language. */
export const firstName: NameField = `name.${defaultLanguage}`;

/** The name of an app in every language. */
export function NameFields<V extends Readonly<Record<NameField, string>>>({ form }: { readonly form: AppForm<V> }) {
  const t = useT();
  // A form with more fields has these, too.
  const names = form as unknown as AppForm<Readonly<Record<NameField, string>>>;
  return languages.map((language) => (
    <TextField
      key={language}
      form={names}
      name={`name.${language}`}
      label={t('dc.f.name', { name: languageText(language) })}
      input={{ autoComplete: 'off' }}
    />
  ));
}

/** The rules of every language; with `one`, a single name is enough. */
export function rulesOfNames(one = false): Readonly<Record<NameField, FieldRules>> {
  const rules = one ? { ...nameRules, rules: nameRules.rules.filter(({ name }) => name !== 'required') } : nameRules;
  return Object.fromEntries(languages.map((language) => [`name.${language}`, rules])) as Record<NameField, FieldRules>;
}

/** The names to send: a language without one has the name of another. */
export function namesOf(values: Readonly<Record<NameField, string>>): Readonly<Record<Language, string>> {
  const [any = ''] = languages.map((language) => values[`name.${language}`].trim()).filter((name) => name !== '');
  return forEveryLanguage((language) => values[`name.${language}`].trim() || any);
}

const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The name of an app in one language; the server adds the names that are reserved. */
const nameRules: FieldRules = {
  normalize: (value) => value.normalize().trim(),
  rules: [
    { name: 'required', fails: (value) => value === '' },
    { name: 'regex', fails: (value) => invisible.test(value) || codePoints(value) > limits.appNameMax },
  ],
  words: { required: 'dc.r.name', min: 'dc.r.name', max: 'dc.r.name', regex: 'dc.r.name', sensitive: 'dc.r.reserved' },
};
