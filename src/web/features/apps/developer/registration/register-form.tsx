import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { appKinds, type AppKind } from '#contract/apps/developer/developer.words.ts';
import { languages } from '#contract/vocabulary/languages.ts';
import { call } from '#web/lib/api/api.ts';
import { currentLanguage, translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { randomKey } from '#web/lib/person/random-key.ts';
import { isNoAnswer, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate } from '#web/lib/page/router.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { AddressList } from '../settings/address-list.tsx';
import { addressesOf, listRules } from '../settings/address-rules.ts';
import { forgetDraft, useDraft, useKeptDraft } from '../settings/drafts.ts';
import { SectionHead } from '../section-head.tsx';
import { guidePath } from '../sections.ts';
import { allSoftware, asksForSoftware, softwareNames } from '../guides/libraries.ts';
import { firstName, NameFields, namesOf, rulesOfNames, type NameField } from './name-fields.tsx';
import css from './register-form.module.css';
import { SecretShown } from '../app-secrets/secret-shown.tsx';
import { reloadApp, showApp } from '../use-developer.ts';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { kindIcons } from '../app-words.ts';

type Values = Readonly<Record<'kind' | 'software' | 'redirectUris' | 'postLogoutUris' | NameField, string>>;

const noNames = Object.fromEntries(languages.map((language) => [`name.${language}`, ''])) as Readonly<Record<NameField, string>>;
const empty: Values = { kind: '', software: 'openidClient', redirectUris: '', postLogoutUris: '', ...noNames };
const draftName = 'new';

/** The secret of an app that has just been registered, and the guide that comes next. */
interface Made {
  readonly secret: string;
  readonly next: string;
}

/** /developer/new: registers an app, three steps on one page, each opens the next. */
export function RegisterForm(): ReactNode {
  const [made, setMade] = useState<Made>();
  return (
    <>
      <SectionHead lead="dc.f.newLead" />
      {made === undefined ? (
        <Steps onMade={setMade} />
      ) : (
        <SecretShown secret={made.secret} onDone={() => navigate(made.next, { replace: true })} />
      )}
    </>
  );
}

function Steps({ onMade }: { readonly onMade: (made: Made) => void }): ReactNode {
  const t = useT();
  const form = useRegistration(onMade);
  const kind = kindNamed(useFieldValue(form, 'kind'));
  const addresses = useFieldValue(form, 'redirectUris');
  // The names are values of the same store: a change of one renders this, too.
  const isNamed = useSyncExternalStore(form.inner.store.subscribe, () => hasNames(form));
  const isComplete = isNamed && (kind === 'device' || addressesOf(addresses).length > 0);
  return (
    <Card>
      <FormShell form={form} label={t('dc.new')}>
        <div className={css['step']}>
          <RadioField
            form={form}
            name="kind"
            label={t('dc.f.kind')}
            columns={2}
            options={appKinds.map((value) => ({ value, label: t(`dc.t.${value}`), note: t(`dc.t.${value}.note`), icon: kindIcons[value] }))}
          />
        </div>
        {kind !== undefined && (
          <section className={css['step']}>
            <h2>{t('dc.try.name')}</h2>
            <div className={css['two']}>
              <NameFields form={form} />
            </div>
          </section>
        )}
        {kind !== undefined && isNamed && <Return form={form} kind={kind} />}
      </FormShell>
      <footer className={css['acts']}>
        <Button onClick={() => navigate('/developer')}>{t('btn.cancel')}</Button>
        <Button type="submit" form={form.id} variant="primary" busy={form.pending} disabled={!isComplete}>
          {t('dc.f.create')}
        </Button>
      </footer>
    </Card>
  );
}

/** Redirect URLs, and for a web app the software, whose guide comes next. */
function Return({ form, kind }: { readonly form: AppForm<Values>; readonly kind: AppKind }): ReactNode {
  const t = useT();
  return (
    <section className={css['step']}>
      <h2>{t('dc.f.redirects')}</h2>
      {kind === 'device' ? (
        <p className={css['lead']}>{t('dc.f.deviceLead')}</p>
      ) : (
        <>
          <p className={css['lead']}>{t('dc.f.backLead')}</p>
          <div className={css['fields']}>
            <AddressList form={form} name="redirectUris" kind={kind} use="redirect" />
            <AddressList form={form} name="postLogoutUris" kind={kind} use="logout" />
            {asksForSoftware(kind) && (
              <SelectField
                form={form}
                name="software"
                label={t('dc.lib')}
                options={allSoftware.map((value) => ({ value, label: value === 'other' ? t('dc.lib.other') : softwareNames[value] }))}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}

function useRegistration(onMade: (made: Made) => void): AppForm<Values> {
  const defaults = useDraft(draftName, empty);
  const attempt = useRef({ key: '', of: '' });
  const kindOf = (): AppKind => kindNamed(form.value('kind')) ?? 'web';
  const form = useAppForm<Values>({
    defaults,
    rules: {
      ...rulesOfNames(true),
      redirectUris: listRules('redirect', { kind: kindOf, isNeeded: true }),
      postLogoutUris: listRules('logout', { kind: kindOf, isNeeded: false }),
    },
    aliases: { name: firstName },
    onSubmit: async (values) => {
      const body = bodyOf(values);
      const text = JSON.stringify(body);
      // The same form after a lost answer is the same app; another one is a new app.
      if (attempt.current.of !== text) attempt.current = { of: text, key: randomKey() };
      const { app } = await call(developerEndpoints.createApp, { body: { ...body, idempotencyKey: attempt.current.key } }).catch(
        (error: unknown) => {
          if (error instanceof RefusalError && !isNoAnswer(error.refusal)) attempt.current.of = '';
          throw error;
        },
      );
      forgetDraft(draftName);
      showApp(app);
      notify({ kind: 'success', text: translate('dc.f.created', { app: app.name[currentLanguage()] }) });
      const secret = app.kind === 'web' ? await firstSecret(app.clientID) : undefined;
      const next = guidePath({ kind: app.kind, app: app.clientID, ...(asksForSoftware(app.kind) && { library: values.software }) });
      if (secret === undefined) navigate(next, { replace: true });
      else onMade({ secret, next });
    },
  });
  useKeptDraft(draftName, form, empty);
  return form;
}

/** The secret of an app that has just been registered; undefined where its owner makes it later, on the page of its keys. */
async function firstSecret(id: string): Promise<string | undefined> {
  const body = { oldEnds: 'never', idempotencyKey: randomKey() } as const;
  try {
    const made = await withProof({ action: 'testAppSecret', target: id }, () =>
      call(developerEndpoints.makeSecret, { params: { id }, body }),
    );
    if (made !== undefined) await reloadApp(id);
    return made?.secret;
  } catch (error) {
    handleRefusal(error);
    return undefined;
  }
}

function bodyOf(values: Values) {
  const kind = kindNamed(values.kind) ?? 'web';
  const hasAddresses = kind !== 'device';
  return {
    kind,
    name: namesOf(values),
    redirectUris: hasAddresses ? addressesOf(values.redirectUris) : [],
    postLogoutUris: hasAddresses ? addressesOf(values.postLogoutUris) : [],
  };
}

function kindNamed(value: string): AppKind | undefined {
  return appKinds.find((kind) => kind === value);
}

function hasNames(form: AppForm<Values>): boolean {
  return languages.some((language) => form.value(`name.${language}`).trim() !== '');
}
