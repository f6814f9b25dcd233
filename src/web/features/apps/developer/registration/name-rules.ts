import { limits } from '#contract/limits.ts';
import { codePoints } from '#contract/rules/rule.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';

const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The name of an app in one language; the server adds the names that are reserved. */
export const nameRules: FieldRules = {
  normalize: (value) => value.normalize().trim(),
  rules: [
    { name: 'required', fails: (value) => value === '' },
    { name: 'regex', fails: (value) => invisible.test(value) || codePoints(value) > limits.appNameMax },
  ],
  words: { required: 'dc.r.name', min: 'dc.r.name', max: 'dc.r.name', regex: 'dc.r.name', sensitive: 'dc.r.reserved' },
};
