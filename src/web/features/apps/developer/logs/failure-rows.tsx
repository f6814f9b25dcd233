import type { AppSection } from '#contract/apps/developer/developer.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { countText } from '#web/lib/texts/intl.ts';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { classes } from '#web/ui/classes.ts';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import css from './failure-rows.module.css';
import { causeText, type Failure } from './failures.ts';
import { sectionPath } from '../sections.ts';

interface FailureRowsProps {
  readonly id: string;
  readonly failures: readonly Failure[];
  /** Also the id of the request, which support finds in its log. */
  readonly isFull?: boolean;
}

/** Failed requests: the cause in words, what to do, and the way to the setting. */
export function FailureRows({ id, failures, isFull = false }: FailureRowsProps) {
  const t = useT();
  const dotted = classes(css['fact'], css['dotted']);
  return (
    <Rows>
      {failures.map((failure) => (
        <Row
          key={failure.requestID}
          title={<span className={css['cause']}>{causeText(failure, t)}</span>}
          note={
            <>
              <code className={dotted}>{failure.error}</code>
              {isFull && <span className={dotted}>{t(`dc.e.${failure.endpoint}`)}</span>}
              <span className={dotted}>{lastSeenText(failure.at)}</span>
              <span className={css['fact']}>{t(`dc.do.${failure.cause}`)}</span>
              {isFull && <span className={css['request']}>{t('dc.log.request', { id: failure.requestID })}</span>}
            </>
          }
          value={t('dc.log.times', { n: countText(failure.count) })}
          {...wayOf(id, failure.cure)}
        />
      ))}
    </Rows>
  );
}

/** A cause that is not cured in a section of the app leads nowhere. */
function wayOf(id: string, cure: AppSection): { readonly href?: string } {
  if (cure === 'logs' || cure === 'signals') return {};
  return { href: sectionPath(id, cure === 'overview' ? '' : cure) };
}
