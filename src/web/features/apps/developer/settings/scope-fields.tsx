import { sensitiveScopes } from '#contract/apps/developer/developer.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';
import { OptionLabel } from './option-label.tsx';
import css from './option-fields.module.css';
import { chosenScopes, type SettingsValues } from './settings-values.ts';

/** The scopes of an app in the words of the consent page, each with its reason. */
export function ScopeFields({ form }: { readonly form: AppForm<SettingsValues> }) {
  const t = useT();
  return (
    <div className={css['options']}>
      <p className={css['lead']}>{t('dc.f.scopesLead')}</p>
      {chosenScopes.map((scope) => (
        <ScopeField key={scope} form={form} scope={scope} />
      ))}
    </div>
  );
}

interface ScopeFieldProps {
  readonly form: AppForm<SettingsValues>;
  readonly scope: (typeof chosenScopes)[number];
}

function ScopeField({ form, scope }: ScopeFieldProps) {
  const t = useT();
  const isAsked = useFieldValue(form, `scope.${scope}`);
  return (
    <div>
      <CheckboxField form={form} name={`scope.${scope}`} label={<OptionLabel title={t(scopeWords[scope].text)} note={scope} />} />
      {isAsked && sensitiveScopes.includes(scope) && (
        <div className={css['why']}>
          <TextField form={form} name={`why.${scope}`} label={t('dc.f.why')} input={{ maxLength: 300, autoComplete: 'off' }} />
        </div>
      )}
    </div>
  );
}
