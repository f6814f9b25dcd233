import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { itemOfPurpose, separatePurposes, type SeparatePurpose } from '#contract/account/agreements/separate-consents.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { accountKey, useIsAccountSettled } from '#web/widgets/account/account.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { purposeText } from '#web/widgets/separate-consents/purpose-text.ts';
import { askForConsent } from '#web/widgets/separate-consents/with-separate-consent.ts';
import { Switch } from '#web/ui/form/fields/switch.tsx';

type Choices = CallData<typeof agreementsEndpoints.listChoices>;

const key = ['choices'] as const;

/** Permissions of the account beyond the agreements: one press gives, one press takes back. */
export function ChoicesCard(): ReactNode {
  const t = useT();
  const choices = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(agreementsEndpoints.listChoices, { signal }),
    enabled: useIsAccountSettled(),
  });
  return (
    <Card title={t('ch.h')} busy={choices.isPending}>
      {choices.data === undefined ? (
        <Pending of={choices} rows={2} />
      ) : (
        <Rows compact>
          {choices.data.choices.map((choice) => (
            <ChoiceRow key={choice.purpose} choice={choice} />
          ))}
        </Rows>
      )}
    </Card>
  );
}

type Choice = Choices['choices'][number];

function ChoiceRow({ choice }: { readonly choice: Choice }): ReactNode {
  const { purpose, given, ends } = choice;
  const t = useT();
  const id = useId();
  const cache = useQueryClient();
  // Until the answer is on screen.
  const [sent, setSent] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  useEffect(() => setSent(undefined), [choice]);

  async function store(wanted: boolean): Promise<void> {
    const body = { purpose, given: wanted, version: choice.version, ...(wanted ? {} : { confirm: asking }) };
    const chosen = await call(agreementsEndpoints.choose, { body });
    cache.setQueryData<Choices>(
      key,
      (before) => before && { choices: before.choices.map((one) => (one.purpose === purpose ? chosen : one)) },
    );
    refreshAfter(cache, ends.item);
  }

  /** On a separate sheet: false if the person does not want it now. */
  async function askFor(separate: SeparatePurpose): Promise<boolean> {
    if (!(await askForConsent(separate))) return false;
    await cache.invalidateQueries({ queryKey: key });
    refreshAfter(cache, false);
    return true;
  }

  async function choose(wanted: boolean): Promise<void> {
    if (!wanted && (ends.item || ends.apps.length > 0)) {
      setAsking(true);
      return;
    }
    setSent(wanted);
    setBusy(true);
    try {
      if (!wanted || !isSeparate(purpose)) await store(wanted);
      else if (!(await askFor(purpose))) setSent(undefined);
    } catch (error) {
      setSent(undefined);
      handleRefusal(error);
      void cache.invalidateQueries({ queryKey: key });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Row
      title={<label htmlFor={id}>{purposeText(purpose, t)}</label>}
      note={purpose === 'diagnostics' ? t('ch.diagnosticsFact') : undefined}
      action={
        <>
          <Switch id={id} on={sent ?? given} busy={busy} onChange={(on) => void choose(on)} />
          <Question
            open={asking}
            onClose={() => setAsking(false)}
            title={t('ch.withdrawH')}
            lead={endsText(choice, t)}
            verb={t('ch.withdraw')}
            keep={{ verb: t('ch.keep'), onPress: () => setAsking(false) }}
            act={async () => {
              await store(false);
              setAsking(false);
            }}
          />
        </>
      }
    />
  );
}

function isSeparate(purpose: Choice['purpose']): purpose is SeparatePurpose {
  return separatePurposes.some((one) => one === purpose);
}

function endsText({ purpose, ends: { apps } }: Choice, t: Translate): string {
  const item = itemOfPurpose(purpose);
  return item === undefined ? t('ch.end', { apps: apps.join(t('ch.and')) }) : t('ch.erase', { field: t(`pf.${item}`) });
}

/** The history, and the account where an item of it is gone. */
function refreshAfter(cache: QueryClient, isAccountChanged: boolean): void {
  void cache.invalidateQueries({ queryKey: ['consents'] });
  if (isAccountChanged) void accountCache.invalidateQueries({ queryKey: accountKey });
}
