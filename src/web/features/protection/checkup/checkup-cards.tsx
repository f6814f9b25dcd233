import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { loadTexts } from '#web/lib/load-texts.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { shieldCheck } from '#web/ui/marks/icons.ts';
import { securityPlace } from '#web/widgets/account/places.ts';
import { questionsOf, useAnswered, useCheckup, useSuggestions } from '#web/widgets/checkup/checkup.ts';
import css from './points.module.css';

/** Most visits have neither a question nor a suggestion on screen. */
const loadPoints = async () => (await Promise.all([import('./points.tsx'), loadTexts(['points'])]))[0];
const Question = lazy(async () => ({ default: (await loadPoints()).Question }));
const Suggestion = lazy(async () => ({ default: (await loadPoints()).Suggestion }));

/** The line of a question that was answered on this page. */
function Answered(): ReactNode {
  const t = useT();
  return <p className={css['answered']}>{t('ac.own')}</p>;
}

/** On the Security page: every question, then the suggestions. */
export function CheckupCards(): ReactNode {
  const t = useT();
  const checkup = useCheckup();
  const answered = useAnswered();
  const suggestions = useSuggestions();
  if (checkup.isLoadingError) return <PendingCard of={checkup} />;
  return (
    <Suspense>
      {questionsOf(checkup.data).map((point) => (
        <Question key={point.event?.id ?? point.claim?.id ?? point.advice} point={point} />
      ))}
      {answered.map((id) => (
        <Answered key={id} />
      ))}
      {suggestions.length > 0 && (
        <Card title={t('ck.h')}>
          <Rows>
            {suggestions.map((point) => (
              <Suggestion key={point.advice} point={point} />
            ))}
          </Rows>
        </Card>
      )}
    </Suspense>
  );
}

/** On the home: the first question whole, else a line with the number of suggestions, else nothing. */
export function CheckupLine(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const { data } = useCheckup();
  const answered = useAnswered();
  const [first, ...more] = questionsOf(data);
  const n = useSuggestions().length;
  const security = securityPlace[layout];
  // The Security page has them above its rows: what came there later would move the rows under the pointer.
  useEffect(() => {
    if (n > 0) void loadPoints();
  }, [n]);
  if (first !== undefined) {
    return (
      <Suspense>
        <Question point={first} />
        {more.length > 0 && (
          <Link className={css['answered']} href={security}>
            {t('ck.more', { n: more.length })}
          </Link>
        )}
      </Suspense>
    );
  }
  if (answered.length > 0) return <Answered />;
  if (n === 0) return null;
  return (
    <Card>
      <Rows>
        <Row icon={shieldCheck} title={t(n === 1 ? 'ck.suggestion' : 'ck.suggestions', { n })} href={security} />
      </Rows>
    </Card>
  );
}
