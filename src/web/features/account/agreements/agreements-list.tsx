import type { ReactNode } from 'react';
import { agreementTypeOf, legalPaths, type LegalType } from '#contract/account/agreements/agreement-types.words.ts';
import type { ConsentAct } from '#contract/account/agreements/consents.words.ts';
import { purposes, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { atStart, lastSeenText, shortDayText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { circleCheck, circleX, clock, eye, scrollText } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { agreementTitles } from '#web/widgets/agreements/agreement-titles.ts';
import { purposeText } from '#web/widgets/separate-consents/purpose-text.ts';
import { textPath } from './text-path.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useIsAccountSettled } from '#web/widgets/account/account.ts';

const icons: Readonly<Record<ConsentAct, string>> = {
  accepted: circleCheck,
  shown: eye,
  later: clock,
  given: circleCheck,
  withdrawn: circleX,
};

/** The agreements in force, and everything that the account has answered to agreements. */
export function AgreementsList(): ReactNode {
  return (
    <Stack>
      <Current />
      <History />
    </Stack>
  );
}

function Current(): ReactNode {
  const t = useT();
  const agreements = useAgreements();
  if (agreements.data === undefined) return <PendingCard title={t('hi.current')} of={agreements} rows={2} />;
  return (
    <Card title={t('hi.current')}>
      <Rows>
        {agreements.data.current.map(({ type, version, acceptedVersion, acceptedAt }) => (
          <Row
            key={type}
            icon={scrollText}
            title={titleOf(type, t)}
            note={
              acceptedVersion === version && acceptedAt !== null
                ? t('hi.acceptedOn', { version, date: shortDayText(acceptedAt) })
                : t('hi.notYet', { version })
            }
            href={textPath(type, version)}
          />
        ))}
      </Rows>
    </Card>
  );
}

function History(): ReactNode {
  const t = useT();
  const consents = useConsents();
  if (consents.data === undefined) return <PendingCard title={t('hi.h')} of={consents} />;
  const entries = consents.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <Card title={t('hi.h')}>
        {entries.length === 0 ? (
          <Empty icon={clock} title={t('hi.empty')} />
        ) : (
          <Rows>
            {entries.map((entry) => (
              <ConsentRow key={entry.id} entry={entry} />
            ))}
          </Rows>
        )}
      </Card>
      {consents.hasNextPage && (
        <Button busy={consents.isFetchingNextPage} onClick={() => void consents.fetchNextPage()}>
          {t('hi.older')}
        </Button>
      )}
    </>
  );
}

/** Event of an agreement, its time, and a link to the text of that version. */
function ConsentRow({ entry: { act, type, version, at } }: { readonly entry: ConsentEntry }): ReactNode {
  const t = useT();
  return (
    <Row
      icon={icons[act]}
      title={t(`hi.${act}`, { agreement: isChoice(type) ? purposeText(type, t) : titleOf(type, t) })}
      note={`${t('hi.version', { version })} · ${atStart(lastSeenText(at))}`}
      {...(isChoice(type) ? {} : { href: textPath(type, version) })}
    />
  );
}

function isChoice(type: ConsentEntry['type']): type is Purpose {
  return purposes.some((purpose) => purpose === type);
}

function titleOf(type: LegalType, t: Translate): string {
  return t(agreementTitles[legalPaths.find((path) => agreementTypeOf(path) === type) ?? 'server']);
}

type ConsentEntry = CallData<typeof agreementsEndpoints.listConsents>['items'][number];

/** The agreements in force, with the account's last acceptance of each. */
function useAgreements() {
  return useQuery({
    queryKey: ['agreements'],
    queryFn: ({ signal }) => call(agreementsEndpoints.listAgreements, { signal }),
    enabled: useIsAccountSettled(),
  });
}

/** Texts that the account was shown, has accepted and put off, page by page. */
function useConsents() {
  return useInfiniteQuery({
    queryKey: ['consents'],
    queryFn: ({ signal, pageParam }) =>
      call(agreementsEndpoints.listConsents, { signal, query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    enabled: useIsAccountSettled(),
  });
}
