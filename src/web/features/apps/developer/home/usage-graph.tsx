import type { developerEndpoints } from '#contract/apps/developer/developer.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { countText } from '#web/lib/texts/intl.ts';
import { calendarDayText } from '#web/lib/texts/time-text.ts';
import css from './usage-graph.module.css';

export type UsageOfDay = CallData<typeof developerEndpoints.showUsage>['days'][number];

const height = 132;
/** In units of the drawing, which is as wide as its card. */
const step = 10;
const gap = 2;
const leastHeight = 2;

/** Sign-ins by day as bars; the same numbers as a table for screen readers. */
export function UsageGraph({ days }: { readonly days: readonly UsageOfDay[] }) {
  const t = useT();
  const values = days.map(({ signIns }) => signIns);
  const most = Math.max(1, ...values);
  const least = values.length === 0 ? 0 : Math.min(...values);
  const heightOf = (value: number): number => Math.max(leastHeight, (value / most) * height);
  const [first, middle] = [days[0], days[Math.floor(days.length / 2)]];
  return (
    <figure className={css['figure']} aria-label={t('dc.u.graph', { least: countText(least), most: countText(Math.max(0, ...values)) })}>
      <svg
        className={css['graph']}
        viewBox={`0 0 ${Math.max(1, days.length) * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, signIns }, place) => (
          <rect
            key={day}
            className={place === days.length - 1 ? css['now'] : css['bar']}
            x={place * step + gap / 2}
            width={step - gap}
            y={height - heightOf(signIns)}
            height={heightOf(signIns)}
          />
        ))}
      </svg>
      <p className={css['axis']} aria-hidden="true">
        <span>{first === undefined ? '' : calendarDayText(first.day)}</span>
        <span>{middle === undefined || days.length < 8 ? '' : calendarDayText(middle.day)}</span>
        <span>{t('dc.u.today')}</span>
      </p>
      <div className={css['hidden']}>
        <UsageTable days={days} />
      </div>
    </figure>
  );
}

function UsageTable({ days }: { readonly days: readonly UsageOfDay[] }) {
  const t = useT();
  return (
    <table>
      <caption>{t('dc.u.h')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dc.u.day')}</th>
          <th scope="col">{t('dc.u.signIns')}</th>
          <th scope="col">{t('dc.u.people')}</th>
          <th scope="col">{t('dc.u.refreshes')}</th>
          <th scope="col">{t('dc.u.failed')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, signIns, newPeople, refreshes, failures }) => (
          <tr key={day}>
            <th scope="row">{calendarDayText(day)}</th>
            <td>{countText(signIns)}</td>
            <td>{countText(newPeople)}</td>
            <td>{countText(refreshes)}</td>
            <td>{countText(failures)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
