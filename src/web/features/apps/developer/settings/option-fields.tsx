import { hostsOf } from '#contract/rules/redirect.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { addressesOf } from './address-rules.ts';
import { OptionLabel } from './option-label.tsx';
import css from './option-fields.module.css';
import { optionNames, type SettingsValues } from './settings-values.ts';
import type { OwnApp } from '../use-developer.ts';

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
