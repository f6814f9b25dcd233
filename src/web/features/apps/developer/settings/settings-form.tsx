import { useState, type ReactNode, useEffect, useRef } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT, type MessageKey, type Translate } from '#web/lib/texts/i18n.tsx';
import { languageText } from '#web/lib/texts/intl.ts';
import { notify } from '#web/lib/page/notify.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { AddressList } from './address-list.tsx';
import { listRules, oneRules, sectorRules } from './address-rules.ts';
import { forgetDraft, useDraft, useKeptDraft } from './drafts.ts';
import { firstName, NameFields, rulesOfNames } from '../registration/name-fields.tsx';
import { OptionFields, ScopeFields } from './option-fields.tsx';
import css from './settings-form.module.css';
import { changesOf, valuesOf, type SettingsValues, chosenScopes, optionNames } from './settings-values.ts';
import { otherVersion, showApp, type OwnApp } from '../use-developer.ts';
import { scopeWords } from '#web/widgets/oauth-client/scopes.ts';

interface SettingsFormProps {
  /** As the form begins with it. */
  readonly app: OwnApp;
  readonly onSaved: (app: OwnApp) => void;
}

/** Names, links, addresses, scopes and options. A save sends the parts that changed. */
export function SettingsForm({ app, onSaved }: SettingsFormProps): ReactNode {
  const t = useT();
  const { form, before, other, keepMine, takeOther } = useSettings(app, onSaved);
  const isChanged = useIsChanged(form, before);
  return (
    <>
      {other !== undefined && (
        <ConflictBar mine={form.values()} other={valuesOf(other)} from={before} onMine={keepMine} onOther={takeOther} />
      )}
      <FormShell form={form} label={t('dc.n.settings')}>
        <Names form={form} />
        {app.kind !== 'device' && <Addresses form={form} app={app} />}
        <Card title={t('dc.f.scopes')} pad>
          <ScopeFields form={form} />
        </Card>
        <Card title={t('dc.f.options')} pad>
          <OptionFields form={form} app={app} />
        </Card>
      </FormShell>
      <div className={css['acts']}>
        <Button type="submit" form={form.id} variant="primary" busy={form.pending} disabled={!isChanged}>
          {t('dc.f.save')}
        </Button>
      </div>
    </>
  );
}

interface PartProps {
  readonly form: AppForm<SettingsValues>;
}

function Names({ form }: PartProps): ReactNode {
  const t = useT();
  return (
    <Card title={t('dc.f.face')} pad>
      <div className={css['two']}>
        <NameFields form={form} />
        {languages.map((language) => (
          <LinkField key={language} form={form} name={`privacy.${language}`} label={t('dc.f.privacy', { name: languageText(language) })} />
        ))}
        {languages.map((language) => (
          <LinkField key={language} form={form} name={`terms.${language}`} label={t('dc.f.terms', { name: languageText(language) })} />
        ))}
        <LinkField form={form} name="home" label={t('dc.f.home')} />
      </div>
    </Card>
  );
}

interface LinkFieldProps extends PartProps {
  readonly name: 'home' | 'backchannelLogoutUri' | `privacy.${Language}` | `terms.${Language}`;
  readonly label: string;
}

function LinkField({ form, name, label }: LinkFieldProps): ReactNode {
  const t = useT();
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      optional={t('dc.f.optional')}
      input={{ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'https://' }}
    />
  );
}

function Addresses({ form, app }: PartProps & { readonly app: OwnApp }): ReactNode {
  const t = useT();
  return (
    <Card title={t('dc.f.redirects')} pad>
      <p className={css['lead']}>{t('dc.f.backLead')}</p>
      <div className={css['lists']}>
        <AddressList form={form} name="redirectUris" kind={app.kind} use="redirect" />
        <AddressList form={form} name="postLogoutUris" kind={app.kind} use="logout" />
        {app.kind === 'web' && <LinkField form={form} name="backchannelLogoutUri" label={t('dc.o.backchannel')} />}
      </div>
    </Card>
  );
}

function useSettings(app: OwnApp, onSaved: (app: OwnApp) => void) {
  const [before] = useState(() => valuesOf(app));
  const draft = `app.${app.clientID}`;
  const defaults = useDraft(draft, before);
  const [other, setOther] = useState<OwnApp>();
  const { clientID: id, kind } = app;

  /** Sends the changes against this version of the app. */
  async function save(values: SettingsValues, version: number): Promise<void> {
    const body = { ...changesOf(values, app), version };
    const send = (): Promise<OwnApp> => call(developerEndpoints.changeApp, { params: { id }, body });
    const saved = await withProof({ action: 'appAddresses', target: id }, send);
    if (saved === undefined) return;
    forgetDraft(draft);
    showApp(saved);
    notify({ kind: 'success', text: translate('dc.f.saved') });
    onSaved(saved);
  }

  const page = oneRules('page', kind);
  const form: AppForm<SettingsValues> = useAppForm<SettingsValues>({
    defaults,
    rules: {
      ...rulesOfNames(),
      home: page,
      ...Object.fromEntries(languages.flatMap((language) => [`privacy.${language}`, `terms.${language}`].map((name) => [name, page]))),
      backchannelLogoutUri: oneRules('notify', kind),
      sectorUri: sectorRules(kind),
      redirectUris: listRules('redirect', { kind: () => kind, isNeeded: true }),
      postLogoutUris: listRules('logout', { kind: () => kind, isNeeded: false }),
    },
    aliases: { name: firstName, links: 'home' },
    onSubmit: (values) => save(values, app.version),
    onRefusal: (error) => {
      const found = otherVersion(error);
      if (found === undefined) return false;
      setOther(found);
      return true;
    },
  });
  useKeptDraft(draft, form, before);

  return {
    form,
    before,
    other,
    keepMine: async () => {
      if (other === undefined) return;
      setOther(undefined);
      await save(form.values(), other.version).catch((error: unknown) => form.setRefusal(error));
    },
    takeOther: () => {
      if (other === undefined) return;
      forgetDraft(draft);
      showApp(other);
      notify({ kind: 'success', text: translate('dc.f.discarded') });
      onSaved(other);
    },
  };
}

interface ConflictBarProps {
  readonly mine: SettingsValues;
  readonly other: SettingsValues;
  /** The values with which the form began. */
  readonly from: SettingsValues;
  readonly onMine: () => Promise<void>;
  readonly onOther: () => void;
}

/** Another window has saved meanwhile: both values of each field that differs, and the choice. */
function ConflictBar({ mine, other, from, onMine, onOther }: ConflictBarProps): ReactNode {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus(), []);
  // The form's keys.
  const names = (Object.keys(mine) as (keyof SettingsValues)[]).filter(
    (name) => mine[name] !== other[name] && (mine[name] !== from[name] || other[name] !== from[name]),
  );
  return (
    <div ref={bar} className={css['bar']} role="alert" tabIndex={-1}>
      <b>{t('dc.conflict')}</b>
      {names.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('dc.f.setting')}</th>
              <th scope="col">{t('dc.f.mine')}</th>
              <th scope="col">{t('dc.f.other')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(name, t)}</th>
                <td>{shownValue(mine[name], t)}</td>
                <td>{shownValue(other[name], t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css['barActs']}>
        <Button size="sm" onClick={onOther}>
          {t('dc.conflict.other')}
        </Button>
        <Button size="sm" variant="primary" onClick={() => void onMine()}>
          {t('dc.conflict.mine')}
        </Button>
      </div>
    </div>
  );
}

/** Settings whose texts have other names. */
const ownLabels: { readonly [Name in keyof SettingsValues]?: MessageKey } = {
  redirectUris: 'dc.f.redirects',
  postLogoutUris: 'dc.f.signOuts',
  backchannelLogoutUri: 'dc.o.backchannel',
  sectorUri: 'dc.o.sector',
};

/** The name of a setting outside its group. */
function fieldLabel(name: keyof SettingsValues, t: Translate): string {
  for (const scope of chosenScopes) {
    if (name === `scope.${scope}`) return t(scopeWords[scope].text);
    if (name === `why.${scope}`) return `${t('dc.f.why')} (${scope})`;
  }
  for (const language of languages) {
    for (const of of ['name', 'privacy', 'terms'] as const) {
      if (name === `${of}.${language}`) return t(`dc.f.${of}`, { name: languageText(language) });
    }
  }
  for (const option of optionNames) if (name === `option.${option}`) return t(`dc.o.${option}`);
  return t(ownLabels[name] ?? 'dc.f.home');
}

function shownValue(value: string | boolean, t: Translate): string {
  if (typeof value === 'boolean') return t(value ? 'dc.f.on' : 'dc.f.off');
  return value === '' ? '–' : value;
}
