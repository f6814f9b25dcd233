import type { ReactNode } from 'react';
import { agreementTypeOf, legalPaths, type LegalType } from '#contract/account/agreements/agreement-types.words.ts';
import type { ConsentAct } from '#contract/account/agreements/consents.words.ts';
import { purposes, type Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { atStart, lastSeenText, shortDayText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { circleCheck, circleX, clock, eye, scrollText } from '#web/ui/marks/icons.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { agreementTitles } from '#web/widgets/agreements/agreement-titles.ts';
import { purposeText } from '#web/widgets/separate-consents/purpose-text.ts';
import { useAgreements, useConsents, type ConsentEntry } from './agreements.ts';
import { textPath } from './text-path.ts';

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
  const failure = failureOf(agreements);
  if (failure !== undefined) return <Card title={t('hi.current')}>{<ErrorCard {...failure} />}</Card>;
  if (agreements.data === undefined) {
    return (
      <Card title={t('hi.current')} busy>
        <Skeleton rows={2} />
      </Card>
    );
  }
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
  const failure = failureOf(consents);
  if (failure !== undefined) return <Card title={t('hi.h')}>{<ErrorCard {...failure} />}</Card>;
  if (consents.data === undefined) {
    return (
      <Card title={t('hi.h')} busy>
        <Skeleton />
      </Card>
    );
  }
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

/** Event of an agreement, its time, and a way to its text of then. */
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
