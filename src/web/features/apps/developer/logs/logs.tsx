import { useState, type ReactNode } from 'react';
import { appCauseNames, appEndpoints } from '#contract/apps/developer/developer.words.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { scrollText } from '#web/ui/marks/icons.ts';
import { AppPage } from '../app-page.tsx';
import { FailureRows } from './failure-rows.tsx';
import { readFailures, useFailures, type Failure, type FailureFilter } from './failures.ts';
import css from './logs.module.css';

/** /developer/apps/:id/logs: all failed requests of an app, by endpoint and cause. */
export function Logs(): ReactNode {
  return <AppPage lead="dc.log.b">{({ clientID }) => <All id={clientID} />}</AppPage>;
}

function All({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const form = useAppForm<{ readonly endpoint: string; readonly cause: string }>({
    defaults: { endpoint: '', cause: '' },
    rules: {},
    onSubmit: () => undefined,
  });
  const [endpoint, cause] = [useFieldValue(form, 'endpoint'), useFieldValue(form, 'cause')];
  const filter = { endpoint: appEndpoints.find((each) => each === endpoint), cause: appCauseNames.find((each) => each === cause) };
  const failures = useFailures(id, filter);
  const isFiltered = endpoint !== '' || cause !== '';
  return (
    <Card busy={failures.data === undefined && failures.error === null}>
      {(isFiltered || (failures.data?.items.length ?? 0) > 0) && (
        <FormShell form={form} label={t('dc.log.h')}>
          <div className={css['filter']}>
            <SelectField
              form={form}
              name="endpoint"
              label={t('dc.log.endpoint')}
              options={[{ value: '', label: t('dc.log.any') }, ...appEndpoints.map((value) => ({ value, label: t(`dc.e.${value}`) }))]}
            />
            <SelectField
              form={form}
              name="cause"
              label={t('dc.log.cause')}
              options={[
                { value: '', label: t('dc.log.anyCause') },
                ...appCauseNames.map((value) => ({ value, label: t(`dc.cn.${value}`) })),
              ]}
            />
          </div>
        </FormShell>
      )}
      <FoundFailures key={`${endpoint} ${cause}`} id={id} filter={filter} query={failures} />
    </Card>
  );
}

interface FoundFailuresProps {
  readonly id: string;
  readonly filter: FailureFilter;
  /** The first page; the others are asked for one by one. */
  readonly query: ReturnType<typeof useFailures>;
}

function FoundFailures({ id, filter, query }: FoundFailuresProps): ReactNode {
  const t = useT();
  const [later, setLater] = useState<readonly Failure[]>([]);
  const [next, setNext] = useState<string | null>();
  const [busy, act] = useAct();
  if (query.data === undefined) return <Pending of={query} />;
  const { items } = query.data;
  const cursor = next === undefined ? query.data.next : next;

  const more = (from: string): Promise<void> =>
    act(async () => {
      const page = await readFailures(id, filter, { cursor: from });
      setLater([...later, ...page.items]);
      setNext(page.next);
    });

  if (items.length === 0) return <Empty icon={scrollText} title={t('dc.log.empty')} />;
  return (
    <>
      <FailureRows id={id} failures={[...items, ...later]} isFull />
      {cursor !== null && (
        <div className={css['more']}>
          <Button busy={busy} onClick={() => void more(cursor)}>
            {t('dc.log.more')}
          </Button>
        </div>
      )}
    </>
  );
}
