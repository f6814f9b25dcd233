import { useState } from 'react';
import { deskAppsEndpoints } from '#contract/desk/apps.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { t } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { dateText, listText } from '#web/lib/intl.ts';
import { Button } from '#web/ui/button.tsx';
import { ActDialog } from './act.tsx';
import { Shown } from './loaded.tsx';
import css from './rooms.module.css';

type App = DeskData<typeof deskAppsEndpoints.deskApp>;
type Waiting = NonNullable<App['waiting']>;
type Change = Waiting['changes'][number];

interface AppReviewProps {
  readonly id: string;
  readonly mayAnswer: boolean;
  readonly onDone: () => void;
}

/** A version of an app that waits: its differences field by field, and the answers. */
export function AppReview({ id, mayAnswer, onDone }: AppReviewProps) {
  const app = useDeskCall(`app ${id}`, () => deskCall(deskAppsEndpoints.deskApp, { params: { id } }));
  return (
    <Shown of={app}>
      {(data) =>
        data.waiting === null ? (
          <p>{t('dk.review.none')}</p>
        ) : (
          <Review app={data} waiting={data.waiting} mayAnswer={mayAnswer} onDone={onDone} />
        )
      }
    </Shown>
  );
}

interface ReviewProps extends Omit<AppReviewProps, 'id'> {
  readonly app: App;
  readonly waiting: Waiting;
}

function Review({ app, waiting, mayAnswer, onDone }: ReviewProps) {
  const [asked, setAsked] = useState<'accept' | 'refuse'>();
  const { id, names } = app;
  const { version, changes } = waiting;
  return (
    <>
      <h3>{t('dk.review.h')}</h3>
      <dl className={css['facts']}>
        {changes.map((change) => (
          <ShownChange key={change.field} change={change} />
        ))}
        <AppFacts app={app} />
      </dl>
      <h3>{t('dk.review.seen')}</h3>
      <Consent app={app} waiting={waiting} />
      {mayAnswer && (
        <div className={css['foot']}>
          <Button size="sm" onClick={() => setAsked('refuse')}>
            {t('dk.review.back')}
          </Button>
          <Button size="sm" variant="primary" onClick={() => setAsked('accept')}>
            {t('dk.review.approve')}
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <ActDialog
          title={`${t(asked === 'accept' ? 'dk.review.approve' : 'dk.review.back')}: ${Object.values(names)[0] ?? id}`}
          lead={t('dk.ap.sentence')}
          label={t(asked === 'accept' ? 'dk.st.reason' : 'dk.review.why')}
          verb={t(asked === 'accept' ? 'dk.review.approve' : 'dk.review.back')}
          act={(reason) => deskCall(deskAppsEndpoints.deskReviewApp, { body: { id, version, answer: asked, reason } })}
          onClose={(isDone) => {
            setAsked(undefined);
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}

/** Old and new values as sets: what stays, what is added, what is removed. */
function ShownChange({ change: { field, was, now } }: { readonly change: Change }) {
  if (field === 'icon') {
    return (
      <>
        <dt>{t('dk.review.icon')}</dt>
        <dd className={css['row']}>
          {was.filter(Boolean).map((icon) => (
            <img key={icon} src={icon} alt={t('dk.review.was')} width={40} height={40} />
          ))}
          {now.filter(Boolean).map((icon) => (
            <img key={icon} src={icon} alt={t('dk.review.now')} width={40} height={40} />
          ))}
        </dd>
      </>
    );
  }
  const all = [...now, ...was.filter((value) => !now.includes(value))];
  return (
    <>
      <dt>{t(`dk.review.${field}`)}</dt>
      <dd>
        <ul className={css['diff']}>
          {all.map((value) => {
            const isAdded = !was.includes(value);
            const isRemoved = !now.includes(value);
            return (
              <li key={value} className={isAdded ? css['added'] : isRemoved ? css['removed'] : undefined}>
                {isAdded ? '+ ' : isRemoved ? '− ' : ''}
                {value}
                {(isAdded || isRemoved) && <span className={css['muted']}> {t(isAdded ? 'dk.review.added' : 'dk.review.removed')}</span>}
              </li>
            );
          })}
        </ul>
      </dd>
    </>
  );
}

/** What is beside the differences: domain, owner, reasons, earlier answers. */
export function AppFacts({ app }: { readonly app: App }) {
  const { domain, ownerSince, ownerApps, reasons, answers, warnings } = app;
  return (
    <>
      {domain.name !== '' && (
        <>
          <dt>{t('dk.ap.domain')}</dt>
          <dd>
            {`${domain.name} (${[domain.state, domain.by].filter(Boolean).join(', ')})`}
            {domain.seenAt !== null && (
              <span className={css['muted']}> {t('dk.ap.domain.seen', { time: dateText(new Date(domain.seenAt), 'moment') })}</span>
            )}
          </dd>
        </>
      )}
      {ownerSince !== null && (
        <>
          <dt>{t('dk.ap.owner')}</dt>
          <dd>{t('dk.ap.owner.since', { date: dateText(new Date(ownerSince), 'day'), n: ownerApps })}</dd>
        </>
      )}
      {reasons.length > 0 && (
        <>
          <dt>{t('dk.ap.reasons')}</dt>
          <dd>
            {reasons.map(({ scope, reason }) => (
              <p key={scope}>
                <code>{scope}</code> {reason}
              </p>
            ))}
          </dd>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <dt>{t('dk.ap.warnings')}</dt>
          <dd className={css['warn']}>{warningsText(warnings)}</dd>
        </>
      )}
      {answers.length > 0 && (
        <>
          <dt>{t('dk.ap.answers')}</dt>
          <dd>
            {answers.map(({ state, at, reasons: words }) => (
              <p key={at}>{[`${t(`dk.ap.v.${state}`)}, ${dateText(new Date(at), 'day')}`, words].filter(Boolean).join(' – ')}</p>
            ))}
          </dd>
        </>
      )}
    </>
  );
}

export function warningsText(warnings: App['warnings']): string {
  return listText(
    warnings.map((warning) => t(warning === 'no PKCE' ? 'dk.ap.noPkce' : 'dk.ap.domainGone')),
    'values',
  );
}

/** The consent page in short, with the names in every language. */
function Consent({ app, waiting }: { readonly app: App; readonly waiting: Waiting }) {
  const changed = (field: Change['field']) => waiting.changes.find((change) => change.field === field)?.now;
  const names = changed('name') ?? Object.values(app.names);
  const scopes = changed('scopes') ?? app.reasons.map(({ scope }) => scope);
  return (
    <>
      {names.map((name, index) => (
        <div key={index} className={css['consent']}>
          <b>{t('dk.review.asks', { app: name })}</b>
          <p className={css['muted']}>{(changed('home') ?? [app.home]).join('')}</p>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>
                <code>{scope}</code>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
