import type { ReactNode } from 'react';
import { appCauseNames, appEndpoints } from '#contract/vocabulary/developer.ts';
import { failureOf } from '#web/lib/failure.ts';
import { useT } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { ErrorCard } from '#web/ui/error-card.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { scrollText } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailureRows } from './failure-rows.tsx';
import { useFailures } from './failures.ts';
import css from './logs.module.css';

/** All failed requests of an app, by endpoint and cause. */
export function Logs({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const form = useAppForm<{ readonly endpoint: string; readonly cause: string }>({
    defaults: { endpoint: '', cause: '' },
    rules: {},
    onSubmit: () => undefined,
  });
  const [endpoint, cause] = [useFieldValue(form, 'endpoint'), useFieldValue(form, 'cause')];
  const filter = { endpoint: appEndpoints.find((each) => each === endpoint), cause: appCauseNames.find((each) => each === cause) };
  const failures = useFailures(id, filter);
  const failure = failureOf(failures);
  const items = failures.data?.pages.flatMap((page) => page.items);
  const isFiltered = endpoint !== '' || cause !== '';
  return (
    <Card busy={items === undefined && failure === undefined}>
      {(isFiltered || (items?.length ?? 0) > 0) && (
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
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : items === undefined ? (
        <Skeleton />
      ) : items.length === 0 ? (
        <Empty icon={scrollText} title={t('dc.log.empty')} />
      ) : (
        <FailureRows id={id} failures={items} isFull />
      )}
      {failures.hasNextPage && (
        <div className={css['more']}>
          <Button busy={failures.isFetchingNextPage} onClick={() => void failures.fetchNextPage()}>
            {t('dc.log.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}
