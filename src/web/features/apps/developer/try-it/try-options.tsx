import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, chevronDown } from '#web/ui/marks/icons.ts';
import { prompts, scopesOf, type TryChoices } from './try-choices.ts';
import css from './try-it.module.css';
import type { OwnApp } from '../use-developer.ts';

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
export function TryOptions({ app, choices, onChoose }: TryOptionsProps): ReactNode {
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
