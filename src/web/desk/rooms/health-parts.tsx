import type { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import { instanceValues } from '#contract/vocabulary/health-values.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import { Meter } from '#web/desk/meter.tsx';
import { t } from '#web/desk/texts.ts';
import { countText, dateText } from '#web/lib/intl.ts';
import { Icon } from '#web/ui/icon.tsx';
import { shieldCheck, triangleExclamationPoint } from '#web/ui/icons.ts';
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
              <th scope="row">
                <code>{instance}</code>
              </th>
              <td>{version}</td>
              <td className={isGone ? css['bad'] : undefined}>
                {isGone ? t('dk.inst.gone', { time: dateText(new Date(at), 'time') }) : durationText(now - startedAt)}
              </td>
              <td className={css['number']}>{valueText(p95 === null ? null : p95 / 1000, 'seconds')}</td>
              <td className={`${css['number']} ${(failed ?? 0) > 0 ? css['warn'] : ''}`}>{valueText(failed, 'count')}</td>
              <td className={css['number']}>{valueText(values[lag], instanceValues[lag].unit)}</td>
              <td className={css['number']}>{valueText(values[memory], instanceValues[memory].unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

const budgetNames = [
  'sms strangers hour',
  'sms strangers day',
  'sms codes hour',
  'sms codes day',
  'sms notices hour',
  'email strangers hour',
  'email codes hour',
  'email notices hour',
] as const;

/** What is used up of each budget of messages. */
export function Budgets({ budgets }: Pick<Health, 'budgets'>) {
  return (
    <ul className={css['meters']}>
      {budgets.map(({ name, used }) => {
        const known = budgetNames.find((each) => each === name);
        const label = known === undefined ? name : t(`dk.bud.${known}`);
        return (
          <li key={name}>
            <p>
              {label}
              <span className={used >= 0.8 ? css['warn'] : undefined}>
                {t('dk.bud.left', { n: Math.max(0, Math.round((1 - used) * 100)) })}
              </span>
            </p>
            <Meter used={used} />
          </li>
        );
      })}
    </ul>
  );
}

/** How far the audit chain is verified, or that it has faults. */
export function ChainLine({ chain }: Pick<Health, 'chain'>) {
  if (chain === null) {
    return (
      <div className={css['chain']} data-state="none">
        <Icon of={shieldCheck} size={18} />
        <span className={css['muted']}>{t('dk.chain.none')}</span>
      </div>
    );
  }
  const { faults, at, through, wholeAt } = chain;
  return (
    <div className={css['chain']} data-state={faults > 0 ? 'bad' : 'good'}>
      <Icon of={faults > 0 ? triangleExclamationPoint : shieldCheck} size={18} />
      <span>
        <b className={faults > 0 ? css['bad'] : undefined} role={faults > 0 ? 'alert' : undefined}>
          {faults > 0 ? t('dk.chain.bad', { n: faults }) : t('dk.chain', { time: dateText(new Date(at), 'time') })}
        </b>
        <p className={css['muted']}>
          {t('dk.chain.seal', { n: countText(through) })}
          {wholeAt !== null && ` · ${t('dk.chain.whole', { date: dateText(new Date(wholeAt), 'day') })}`}
        </p>
      </span>
    </div>
  );
}

/** Where the operations page says what to do. */
export function Help({ anchor }: { readonly anchor: string }) {
  return <code className={css['muted']}>{t('dk.hl.help', { anchor })}</code>;
}
