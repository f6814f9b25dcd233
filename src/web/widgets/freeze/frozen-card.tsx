import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import { freezeReasons, type FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { sentencesText } from '#web/lib/texts/sentences-text.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { snowflake } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import css from './frozen-card.module.css';

/** Result of a freeze, as the server answers it. */
export interface FreezeResult {
  readonly sessions: number;
  readonly apps: number;
}

interface FrozenCardProps {
  /** Undefined for an account that was frozen before. */
  readonly of: FreezeResult | undefined;
  /** Names the account in this browser; '' where a sign-in has to. */
  readonly ticket?: string | undefined;
}

/** The account is frozen: what has ended, the way back, and what its owner may say. */
export function FrozenCard({ of, ticket = '' }: FrozenCardProps): ReactNode {
  const t = useT();
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  const ended = [
    ...(of !== undefined && of.sessions > 0 ? [t('fz.did.sessions', { n: of.sessions })] : []),
    ...(of !== undefined && of.apps > 0 ? [t('fz.did.apps', { n: of.apps })] : []),
  ];
  return (
    <AuthCard
      title={t('fz.h')}
      lead={sentencesText([...ended, t('fz.b')])}
      mark={<Mark seed={29} size="m" tone="neutral" icon={snowflake} />}
    >
      <ButtonLink variant="primary" size="lg" block href={ticket === '' ? '/login?frozen=1' : '/recover'}>
        {t('fz.go')}
      </ButtonLink>
      <p className={css['note']}>{t('fz.note')}</p>
      {ticket !== '' && <Why ticket={ticket} />}
    </AuthCard>
  );
}

type Chosen = Exclude<FreezeReason, 'unknown'>;

const choices = freezeReasons.filter((reason): reason is Chosen => reason !== 'unknown');

/** It sorts the recent changes of the way back, and decides nothing. */
function Why({ ticket }: { readonly ticket: string }): ReactNode {
  const t = useT();
  const [isSaved, setSaved] = useState(false);
  const form: AppForm<{ readonly why: Chosen | '' }> = useAppForm<{ readonly why: Chosen | '' }>({
    defaults: { why: '' },
    rules: {},
    onSubmit: () => undefined,
  });
  const why = useFieldValue(form, 'why');
  const say = useEffectEvent((said: Chosen) => {
    setSaved(false);
    call(containmentEndpoints.sayWhy, { body: { ticket, why: said } }).then(() => setSaved(true), handleRefusal);
  });
  useEffect(() => {
    if (why !== '') say(why);
  }, [why]);
  return (
    <div className={css['why']}>
      <FormShell form={form}>
        <RadioField form={form} name="why" label={t('fz.why')} options={choices.map((value) => ({ value, label: t(`fz.why.${value}`) }))} />
      </FormShell>
      <output className={css['note']}>{isSaved && t('fz.whySaved')}</output>
    </div>
  );
}
