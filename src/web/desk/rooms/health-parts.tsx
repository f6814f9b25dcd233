import type { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import { instanceValues } from '#contract/vocabulary/health-values.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { t } from '#web/desk/texts.ts';
import { countText, dateText } from '#web/lib/intl.ts';
import { Scrolled } from './scrolled.tsx';
import { durationText, valueText } from './values.tsx';
import css from './rooms.module.css';

type Health = DeskData<typeof deskOverviewEndpoints.deskHealth>;

/** Every instance of the last day with what it last said. */
export function Instances({ instances, now }: Pick<Health, 'instances' | 'now'>) {
  if (instances.length === 0) return <p>{t('dk.inst.none')}</p>;
  const lag = 'nodejs_eventloop_lag_p99_seconds';
  const memory = 'process_resident_memory_bytes';
  return (
    <Scrolled label={t('dk.inst.h')}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('dk.inst.name')}</th>
            <th scope="col">{t('dk.inst.version')}</th>
            <th scope="col">{t('dk.inst.up')}</th>
            <th scope="col" className={css['number']}>
              {t('dk.inst.p95')}
            </th>
            <th scope="col" className={css['number']}>
              {t('dk.inst.failed')}
            </th>
            <th scope="col" className={css['number']}>
              {t('dk.inst.lag')}
            </th>
            <th scope="col" className={css['number']}>
              {t('dk.inst.memory')}
            </th>
          </tr>
        </thead>
        <tbody>
          {instances.map(({ instance, version, startedAt, at, isGone, p95, failed, values }) => (
            <tr key={instance}>
              <td>
                <code>{instance}</code>
              </td>
              <td>{version}</td>
              <td className={isGone ? css['bad'] : undefined}>
                {isGone ? t('dk.inst.gone', { time: dateText(new Date(at), 'time') }) : durationText(now - startedAt)}
              </td>
              <td className={css['number']}>{`${countText(Math.round(p95))} ms`}</td>
              <td className={`${css['number']} ${failed > 0 ? css['warn'] : ''}`}>{countText(failed)}</td>
              <td className={css['number']}>{valueText(values[lag], instanceValues[lag].unit)}</td>
              <td className={css['number']}>{valueText(values[memory], instanceValues[memory].unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

/** What is used up of each budget of messages. */
export function Budgets({ budgets }: Pick<Health, 'budgets'>) {
  return (
    <table className={css['table']}>
      <tbody>
        {budgets.map(({ name, used }) => (
          <tr key={name}>
            <td>
              {name}
              <meter className={css['meter']} min={0} max={1} high={0.8} value={used} aria-label={name} />
            </td>
            <td className={`${css['number']} ${used >= 0.8 ? css['warn'] : ''}`}>
              {t('dk.bud.left', { n: Math.max(0, Math.round((1 - used) * 100)) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How far the audit chain is verified, or that it has faults. */
export function ChainLine({ chain }: Pick<Health, 'chain'>) {
  if (chain === null) return <p className={css['muted']}>{t('dk.chain.none')}</p>;
  const { faults, at, through, wholeAt } = chain;
  return (
    <>
      <b className={faults > 0 ? css['bad'] : css['good']} role={faults > 0 ? 'alert' : undefined}>
        {faults > 0 ? t('dk.chain.bad', { n: faults }) : t('dk.chain', { time: dateText(new Date(at), 'time') })}
      </b>
      <p className={css['muted']}>
        {t('dk.chain.seal', { n: countText(through) })}
        {wholeAt !== null && ` · ${t('dk.chain.whole', { date: dateText(new Date(wholeAt), 'day') })}`}
      </p>
    </>
  );
}

/** Where the operations page says what to do. */
export function Help({ anchor }: { readonly anchor: string }) {
  return <code className={css['muted']}>{t('dk.hl.help', { anchor })}</code>;
}
