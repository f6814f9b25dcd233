import { useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate, useQuery as useUrlQuery } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { play, rotateCcw, check, chevronDown } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { AppPage } from '../app-page.tsx';
import { SectionHead } from '../section-head.tsx';
import { sectionPath } from '../sections.ts';
import { Trial } from './trial.tsx';
import type { OwnApp } from '../use-developer.ts';
import { forgetRun, useRun } from './use-run.ts';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { developerScopes, type DeveloperScope as Scope } from '#contract/vocabulary/scopes.ts';
import type { CallInput } from '#web/lib/api/call-types.ts';
import { keepDraft, useDraft } from '../settings/drafts.ts';
import css from './try-it.module.css';

/** Runs the code flow of this app with the person's own account, and shows each step. */
export function TryIt(): ReactNode {
  return <AppPage hasHead>{(app) => <OfApp app={app} />}</AppPage>;
}

function OfApp({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const { clientID: id } = app;
  const run = useUrlQuery().get('run') ?? '';
  const [choices, choose] = useTryOptions(app);
  const [busy, act] = useAct();
  const [isElsewhere, setElsewhere] = useState(false);

  const start = (replace: boolean): Promise<void> =>
    act(
      async () => {
        const begun = await call(developerEndpoints.startTry, { params: { id }, body: { ...bodyOf(choices), replace } });
        setElsewhere(false);
        if (app.kind === 'device') navigate(`${sectionPath(id, 'try')}?run=${encodeURIComponent(begun.run)}`, { replace: true });
        // The real pages of the sign-in, in this tab; they come back to /developer/try.
        else location.assign(begun.url);
      },
      (error) => {
        if (isRefusal(error, 'changedElsewhere')) setElsewhere(true);
        else handleRefusal(error);
      },
    );

  const clean = (): Promise<void> =>
    act(async () => {
      await call(developerEndpoints.cleanTry, { params: { id, run }, body: {} });
      forgetRun(id, run);
      navigate(sectionPath(id, 'try'), { replace: true });
      notify({ kind: 'success', text: translate('dc.try.cleaned') });
    });

  const acts = (
    <div className={css['acts']}>
      {run !== '' && (
        <Button disabled={busy} onClick={() => void clean()}>
          {t('dc.try.clean')}
        </Button>
      )}
      <Button variant="primary" icon={run === '' ? play : rotateCcw} busy={busy} onClick={() => void start(run !== '')}>
        {t(run === '' ? 'dc.try.run' : 'dc.try.again')}
      </Button>
    </div>
  );

  return (
    <>
      <SectionHead lead="dc.try.b" action={acts} />
      <Stack>
        <TryOptions app={app} choices={choices} onChoose={choose} />
        {isElsewhere && (
          <Notice
            tone="warning"
            title={t('dc.st.other')}
            action={
              <Button size="sm" busy={busy} onClick={() => void start(true)}>
                {t('dc.try.again')}
              </Button>
            }
          />
        )}
        {run === '' ? (
          <Card>
            <Empty icon={play} title={t('dc.try.empty.h')}>
              {t('dc.try.empty.b')}
            </Empty>
          </Card>
        ) : (
          <Shown id={id} run={run} />
        )}
      </Stack>
    </>
  );
}

function Shown({ id, run }: { readonly id: string; readonly run: string }): ReactNode {
  return <Trial key={run} id={id} query={useRun(id, run)} />;
}

interface TryOptionsProps {
  readonly app: OwnApp;
  readonly choices: TryChoices;
  readonly onChoose: (change: Partial<TryChoices>) => void;
}

/** Extensions of the protocol, by their names. */
const switches = [
  { name: 'dpop', label: 'DPoP', isOfCode: false },
  { name: 'par', label: 'PAR', isOfCode: true },
] as const;

/** Scopes, DPoP and PAR as switches; the rarer parameters below. */
function TryOptions({ app, choices, onChoose }: TryOptionsProps): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const asked = choices.scope.split(' ');
  const isCode = app.kind !== 'device';

  function toggle(scope: string): void {
    const next = asked.includes(scope) ? asked.filter((each) => each !== scope) : [...asked, scope];
    onChoose({
      scope: scopesOf(app)
        .filter((each) => next.includes(each))
        .join(' '),
    });
  }

  return (
    <div>
      <fieldset className={css['chips']} aria-label={t('dc.try.options')}>
        {scopesOf(app).map((scope) => (
          <Chip key={scope} isOn={asked.includes(scope)} isFixed={scope === 'openid'} onClick={() => toggle(scope)}>
            {scope}
          </Chip>
        ))}
        {switches.map(
          ({ name, label, isOfCode }) =>
            (isCode || !isOfCode) && (
              <Chip key={name} isOn={choices[name]} onClick={() => onChoose({ [name]: !choices[name] })}>
                {label}
              </Chip>
            ),
        )}
        {isCode && (
          <button type="button" className={css['chip']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('dc.try.more')}
            <Icon of={chevronDown} size={16} />
          </button>
        )}
      </fieldset>
      {isOpen && <Rare choices={choices} onChoose={onChoose} />}
    </div>
  );
}

interface ChipProps {
  readonly isOn: boolean;
  readonly isFixed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Chip({ isOn, isFixed = false, onClick, children }: ChipProps): ReactNode {
  return (
    <button type="button" className={css['chip']} aria-pressed={isOn} disabled={isFixed} onClick={onClick}>
      {isOn && <Icon of={check} size={16} />}
      {children}
    </button>
  );
}

const texts = { maxAge: 'max_age', acrValues: 'acr_values', claims: 'claims' } as const;

/** Parameters by their names in the protocol. */
function Rare({ choices, onChoose }: Omit<TryOptionsProps, 'app'>): ReactNode {
  const t = useT();
  const { prompt, maxAge, acrValues, claims } = choices;
  const form = useAppForm({ defaults: { prompt, maxAge, acrValues, claims }, rules: {}, onSubmit: () => undefined });
  const { store } = form.inner;
  const report = useEffectEvent(() => onChoose(form.values()));
  useEffect(() => store.subscribe(() => report()), [store]);
  return (
    <div className={css['more']}>
      <Card pad>
        <FormShell form={form} label={t('dc.try.more')}>
          <div className={css['two']}>
            <SelectField
              form={form}
              name="prompt"
              label="prompt"
              options={prompts.map((value) => ({ value, label: value === '' ? t('dc.try.none') : value }))}
            />
            {(['maxAge', 'acrValues', 'claims'] as const).map((name) => (
              <TextField key={name} form={form} name={name} label={texts[name]} input={{ autoComplete: 'off', spellCheck: false }} />
            ))}
          </div>
        </FormShell>
      </Card>
    </div>
  );
}

const prompts = ['', 'login', 'consent', 'select_account'] as const;

/** The options of a trial; the scopes as a text, as the request has them. */
type TryChoices = Readonly<Record<'scope' | 'prompt' | 'maxAge' | 'acrValues' | 'claims', string> & Record<'dpop' | 'par', boolean>>;

/** The scopes that a trial of this app may ask for. */
function scopesOf(app: OwnApp): readonly Scope[] {
  return developerScopes.filter(
    (scope) => scope === 'openid' || app.scopes.includes(scope) || (scope === 'offline_access' && app.options.stay),
  );
}

/** The options as the person left them in this tab: a trial leads through other pages. */
function useTryOptions(app: OwnApp): readonly [TryChoices, (change: Partial<TryChoices>) => void] {
  const name = `try.${app.clientID}`;
  const first = scopesOf(app).filter((scope) => scope !== 'offline_access');
  const draft = useDraft(name, {
    scope: first.join(' '),
    prompt: '',
    maxAge: '',
    acrValues: '',
    claims: '',
    dpop: app.options.dpop,
    par: app.options.fapi,
  });
  const [choices, setChoices] = useState<TryChoices>(draft);
  return [
    choices,
    (change) => {
      const next = { ...choices, ...change };
      setChoices(next);
      keepDraft(name, next);
    },
  ];
}

/** Body of the call. */
function bodyOf(choices: TryChoices): Omit<CallInput<typeof developerEndpoints.startTry>['body'], 'replace'> {
  const asked = choices.scope.split(' ');
  const maxAge = Number.parseInt(choices.maxAge, 10);
  return {
    scopes: developerScopes.filter((scope) => asked.includes(scope)),
    prompt: prompts.find((prompt) => prompt === choices.prompt) ?? '',
    maxAge: Number.isSafeInteger(maxAge) && maxAge >= 0 ? maxAge : null,
    acrValues: choices.acrValues.trim(),
    claims: choices.claims.trim(),
    dpop: choices.dpop,
    par: choices.par,
  };
}
