import { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import { healthAnchors, instanceValues, siteValues, type HealthUnit } from '#contract/vocabulary/health-values.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { Budgets, ChainLine, Help, Instances } from '#web/desk/rooms/health-parts.tsx';
import { Shown, useNews } from '#web/desk/rooms/loaded.tsx';
import { valueText } from '#web/desk/rooms/values.tsx';
import { Scrolled } from '#web/desk/rooms/scrolled.tsx';
import css from '#web/desk/rooms/rooms.module.css';
import { t } from '#web/desk/texts.ts';
import { countText, listText } from '#web/lib/intl.ts';
import { Card } from '#web/ui/card.tsx';

type Health = DeskData<typeof deskOverviewEndpoints.deskHealth>;

/** Every number of the site and its instances, each with the place that says what to do. */
export function HealthPage() {
  const health = useNews('health', () => deskCall(deskOverviewEndpoints.deskHealth), 10_000);
  return (
    <>
      <PageTitle title={t('dk.nav.health')} />
      <Shown of={health}>{(data) => <Parts health={data} />}</Shown>
    </>
  );
}

function Parts({ health }: { readonly health: Health }) {
  const { instances, now, budgets, chain, keys, database } = health;
  return (
    <div className={css['column']}>
      <Card title={t('dk.inst.h')} aside={<Help anchor={healthAnchors.instances} />} pad>
        <Instances instances={instances} now={now} />
      </Card>
      <div className={css['columns']}>
        <div className={css['column']}>
          <Card title={t('dk.hl.site')} pad>
            <Site health={health} />
          </Card>
          <Card title={t('dk.hl.routes')} aside={<Help anchor={healthAnchors.routes} />} pad>
            <Routes health={health} />
          </Card>
        </div>
        <div className={css['column']}>
          <Card title={t('dk.chain.h')} aside={<Help anchor={healthAnchors.chain} />} pad>
            <ChainLine chain={chain} />
          </Card>
          <Card title={t('dk.bud.h')} aside={<Help anchor={healthAnchors.budgets} />} pad>
            <Budgets budgets={budgets} />
          </Card>
          <Card title={t('dk.hl.keys')} aside={<Help anchor={healthAnchors.keys} />} pad>
            <table className={css['table']}>
              <tbody>
                {keys.map(({ purpose, madeAt }) => (
                  <tr key={purpose}>
                    <th scope="row">
                      <code>{purpose}</code>
                    </th>
                    <td className={css['number']}>{t('dk.hl.days', { n: countText(Math.floor((now - madeAt) / 86_400_000)) })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
          <Card title={t('dk.hl.database')} pad>
            <p>{database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</p>
            <p className={css['muted']}>{t('dk.hl.migration', { name: database.migration })}</p>
          </Card>
        </div>
      </div>
    </div>
  );
}

interface Line {
  readonly key: `dk.hl.${keyof typeof siteValues | keyof typeof instanceValues}`;
  readonly unit: HealthUnit;
  readonly anchor: string;
  readonly value: number | null;
  readonly isWorrying: boolean;
}

/** Values of the site, and of each value of instances the worst. */
function Site({ health: { site, instances } }: { readonly health: Health }) {
  const present = instances.filter(({ isGone }) => !isGone);
  const ofSite = entries(siteValues).map(([name, { unit, anchor, ...rest }]): Line => {
    const value = site[name] ?? null;
    const worry = 'worry' in rest ? rest.worry : undefined;
    return { key: `dk.hl.${name}`, unit, anchor, value, isWorrying: value !== null && worry !== undefined && value >= worry };
  });
  const ofInstances = entries(instanceValues).flatMap(([name, { unit, anchor, worry }]): readonly Line[] => {
    const values = present.flatMap((instance) => instance.values[name] ?? []);
    if (values.length === 0) return [];
    const isLeast = name === 'disk_free_bytes';
    const value = isLeast ? Math.min(...values) : Math.max(...values);
    return [{ key: `dk.hl.${name}`, unit, anchor, value, isWorrying: isLeast ? value < worry : value >= worry }];
  });
  return (
    <table className={css['table']}>
      <tbody>
        {[...ofSite, ...ofInstances].map(({ key, unit, anchor, value, isWorrying }) => (
          <tr key={key}>
            <th scope="row">
              <span className={css['line']}>{t(key)}</span> <Help anchor={anchor} />
            </th>
            <td className={`${css['number']} ${isWorrying ? css['bad'] : ''}`}>{valueText(value, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function entries<Key extends string, Value>(record: Readonly<Record<Key, Value>>): readonly (readonly [Key, Value])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a closed record
  return Object.entries(record) as [Key, Value][];
}

function Routes({ health: { routes, moreRoutes } }: { readonly health: Health }) {
  return (
    <Scrolled label={t('dk.hl.routes')}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('dk.hl.route')}</th>
            <th scope="col" className={css['number']}>
              {t('dk.hl.answers')}
            </th>
            <th scope="col" className={css['number']}>
              {t('dk.hl.p50')}
            </th>
            <th scope="col" className={css['number']}>
              {t('dk.inst.p95')}
            </th>
            <th scope="col">{t('dk.hl.errors')}</th>
          </tr>
        </thead>
        <tbody>
          {routes.map(({ route, answers, p50, p95, errors }) => (
            <tr key={route}>
              <th scope="row">
                <code>{route}</code>
              </th>
              <td className={css['number']}>{countText(answers)}</td>
              <td className={css['number']}>{`${countText(p50)} ms`}</td>
              <td className={css['number']}>{`${countText(p95)} ms`}</td>
              <td>
                {listText(
                  Object.entries(errors).map(([code, count]) => `${code}: ${countText(count)}`),
                  'values',
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {moreRoutes > 0 && <p className={css['muted']}>{t('dk.hl.moreRoutes', { n: moreRoutes })}</p>}
    </Scrolled>
  );
}
