import { hostsOf } from '#contract/rules/redirect.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { addressesOf } from './address-rules.ts';
import { optionNames, type SettingsValues, chosenScopes } from './settings-values.ts';
import type { OwnApp } from '../use-developer.ts';
import { sensitiveScopes } from '#contract/apps/developer/developer.words.ts';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';
import css from './option-fields.module.css';

interface OptionFieldsProps {
  readonly form: AppForm<SettingsValues>;
  readonly app: OwnApp;
}

/** Kinds of sign-in and of tokens. */
export function OptionFields({ form, app }: OptionFieldsProps) {
  const t = useT();
  const isFapi = useFieldValue(form, 'option.fapi');
  const isPairwise = useFieldValue(form, 'option.pairwise');
  const sectorUri = useFieldValue(form, 'sectorUri');
  const hasMany = hostsOf(addressesOf(useFieldValue(form, 'redirectUris'))).size > 1;
  const asksForSector = isPairwise && (hasMany || sectorUri !== '');
  return (
    <div className={css['options']}>
      {optionNames
        .filter((name) => isFor(app, name) && !(isFapi && name === 'pkce'))
        .map((name) => (
          <CheckboxField
            key={name}
            form={form}
            name={`option.${name}`}
            label={<OptionLabel title={t(`dc.o.${name}`)} note={t(`dc.o.${name}.note`)} />}
          />
        ))}
      {asksForSector && (
        <TextField
          form={form}
          name="sectorUri"
          label={t('dc.o.sector')}
          tip={t('dc.o.sector.tip')}
          tipStays
          input={{ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'https://' }}
        />
      )}
    </div>
  );
}

/** Options of apps with a server. */
const ofServers: readonly (typeof optionNames)[number][] = ['idTokenClaims', 'pkce', 'logoutBySub'];

/** Whether the option can be chosen for this app. The kind of ID is fixed once the app is live. */
function isFor(app: OwnApp, name: (typeof optionNames)[number]): boolean {
  if (name === 'fapi') return app.kind === 'web' && (app.options.fapi || app.keys.list.length > 0 || app.keys.jwksUri !== '');
  if (name === 'pairwise') return app.state === 'test';
  return !ofServers.includes(name) || app.kind === 'web';
}

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

/** The name of an option and what it does. */
function OptionLabel({ title, note }: { readonly title: string; readonly note?: string | undefined }) {
  return (
    <span className={css['label']}>
      <b>{title}</b>
      {note !== undefined && <span>{note}</span>}
    </span>
  );
}
