import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { agreementsEndpoints } from '#contract/endpoints/agreements.ts';
import { choiceVersion } from '#contract/vocabulary/consents.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { failureOf } from '#web/lib/failure.ts';
import { useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorCard } from '#web/ui/error-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';
import { Switch } from '#web/ui/form/switch.tsx';
import css from './choices-card.module.css';

type Choices = CallData<typeof agreementsEndpoints.listChoices>;

const key = ['choices'] as const;

/** What the account allows beyond the agreements: one press gives, one press takes back. */
export function ChoicesCard(): ReactNode {
  const t = useT();
  const choices = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(agreementsEndpoints.listChoices, { signal }),
    enabled: useIsAccountSettled(),
  });
  const failure = failureOf(choices);
  return (
    <Card title={t('ch.h')} busy={choices.data === undefined && failure === undefined}>
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : choices.data === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <ul className={css['choices']}>
          {choices.data.choices.map((choice) => (
            <ChoiceRow key={choice.purpose} choice={choice} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ChoiceRow({ choice }: { readonly choice: Choices['choices'][number] }): ReactNode {
  const { purpose, given } = choice;
  const t = useT();
  const id = useId();
  const cache = useQueryClient();
  // Until the answer is on screen.
  const [sent, setSent] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  useEffect(() => setSent(undefined), [choice]);

  async function choose(wanted: boolean): Promise<void> {
    setSent(wanted);
    setBusy(true);
    try {
      const chosen = await call(agreementsEndpoints.choose, { body: { purpose, given: wanted, version: choiceVersion } });
      cache.setQueryData<Choices>(
        key,
        (before) => before && { choices: before.choices.map((one) => (one.purpose === purpose ? chosen : one)) },
      );
      void cache.invalidateQueries({ queryKey: ['consents'] });
      notify({ kind: 'success', text: t('ch.saved') });
    } catch (error) {
      setSent(undefined);
      handleRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className={css['choice']}>
      <label htmlFor={id}>{t(`ch.${purpose}`)}</label>
      <Switch id={id} on={sent ?? given} busy={busy} onChange={(on) => void choose(on)} />
    </li>
  );
}
