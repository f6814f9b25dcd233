import { useId, useState, type ReactNode } from 'react';
import { deskAppsEndpoints } from '#contract/operations/desk/calls/apps.ts';
import { deskCall, type DeskData } from '#web/desk/desk-call.ts';
import { domainStates } from '#contract/apps/developer/developer.words.ts';
import { languageFacts, type Language } from '#contract/vocabulary/languages.ts';
import { t, type DeskKey } from '#web/desk/texts.ts';
import { useDeskCall } from '#web/desk/use-desk-call.ts';
import { currentLanguage } from '#web/lib/texts/i18n.tsx';
import { dateText, listText } from '#web/lib/texts/intl.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { check, circleCheck } from '#web/ui/marks/icons.ts';
import { Segmented } from '#web/ui/controls/segmented.tsx';
import { ActDialog } from './act.tsx';
import { Shown } from './loaded.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { pair } from './values.tsx';
import css from './rooms.module.css';

type App = DeskData<typeof deskAppsEndpoints.deskApp>;
type Waiting = NonNullable<App['waiting']>;
type Change = Waiting['changes'][number];

interface AppReviewProps {
  readonly id: string;
  readonly mayAnswer: boolean;
  /** Before the answers. */
  readonly foot: ReactNode;
  readonly onDone: () => void;
}

/** A version of an app that waits: its differences field by field, and the answers. */
export function AppReview({ id, mayAnswer, foot, onDone }: AppReviewProps) {
  const app = useDeskCall(`app ${id}`, () => deskCall(deskAppsEndpoints.deskApp, { params: { id } }));
  return (
    <Shown of={app}>
      {(data) =>
        data.waiting === null ? (
          <Empty icon={circleCheck} title={t('dk.review.none')} />
        ) : (
          <Review app={data} waiting={data.waiting} mayAnswer={mayAnswer} foot={foot} onDone={onDone} />
        )
      }
    </Shown>
  );
}

interface ReviewProps extends Omit<AppReviewProps, 'id'> {
  readonly app: App;
  readonly waiting: Waiting;
}

function Review({ app, waiting, mayAnswer, foot, onDone }: ReviewProps) {
  const [asked, setAsked] = useState<'accept' | 'refuse'>();
  const { id, names } = app;
  const { version, changes } = waiting;
  return (
    <>
      <dl className={css['facts']}>
        {changes
          .filter(({ was, now }) => [...was, ...now].some(Boolean))
          .map((change) => (
            <ShownChange key={change.field} change={change} />
          ))}
        <AppFacts app={app} />
      </dl>
      <Consent app={app} waiting={waiting} />
      <div className={css['foot']}>
        {foot}
        {mayAnswer && (
          <>
            <Button size="sm" onClick={() => setAsked('refuse')}>
              {t('dk.review.back')}
            </Button>
            <Button size="sm" variant="primary" onClick={() => setAsked('accept')}>
              {t('dk.review.approve')}
            </Button>
          </>
        )}
      </div>
      {asked !== undefined && (
        <ActDialog
          title={`${t(asked === 'accept' ? 'dk.review.approve' : 'dk.review.back')}: ${nameIn(names) || id}`}
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
                <span aria-hidden="true">{isAdded ? '+' : isRemoved ? '−' : ''}</span>
                <span>{valueText(field, value)}</span>
                {(isAdded || isRemoved) && <small>{t(isAdded ? 'dk.review.added' : 'dk.review.removed')}</small>}
              </li>
            );
          })}
        </ul>
      </dd>
    </>
  );
}

function valueText(field: Change['field'], value: string): string {
  if (field === 'scopes') return scopeText(value);
  if (field === 'pkce') return t(value === 'required' ? 'dk.review.yes' : 'dk.review.no');
  return field === 'personal' ? t(value === 'true' ? 'dk.review.yes' : 'dk.review.no') : value;
}

/** Facts beside the differences: domain, owner, reasons, earlier answers. */
export function AppFacts({ app }: { readonly app: App }) {
  const { domain, ownerSince, ownerApps, reasons, answers, warnings } = app;
  return (
    <>
      {domain.name !== '' && (
        <>
          <dt>{t('dk.ap.domain')}</dt>
          <dd>
            {domain.name}
            <small>
              {t(`dk.ap.domain.${domainStates.find((each) => each === domain.state) ?? 'none'}`)}
              {domain.seenAt !== null && ` · ${t('dk.ap.domain.seen', { time: dateText(new Date(domain.seenAt), 'moment') })}`}
            </small>
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
                {scopeText(scope)}
                <small>{reason}</small>
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
              <p key={at}>{[pair(t(`dk.ap.v.${state}`), dateText(new Date(at), 'day')), words].filter(Boolean).join(' – ')}</p>
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

/** Name of a permission on the consent page; its own name, where the texts have none. */
function scopeText(scope: string): string {
  const key = `scope.${scope}` as DeskKey;
  const text = t(key);
  return text === key ? scope : text;
}

/** A name in the language of the page, or in any other. */
export function nameIn(names: App['names']): string {
  return names[currentLanguage()] || (Object.values(names).find((name) => name !== '') ?? '');
}

/** The consent page in short, in the language that the member chooses. */
function Consent({ app, waiting }: { readonly app: App; readonly waiting: Waiting }) {
  const languages = Object.keys(app.names).filter((language) => isLanguage(language));
  const [language, setLanguage] = useState(currentLanguage);
  const change = (field: Change['field']) => waiting.changes.find((each) => each.field === field);
  const name = change('name')?.now[languages.indexOf(language)] ?? app.names[language] ?? app.id;
  const scopes = change('scopes');
  const shown = (scopes?.now ?? app.reasons.map(({ scope }) => scope)).filter((scope) => scope !== 'openid');
  const icon = change('icon')?.now[0] ?? app.icon;
  const panel = useId();
  return (
    <section className={css['preview']} aria-labelledby={`${panel}-h`}>
      <div className={css['previewHead']}>
        <h3 id={`${panel}-h`}>{t('dk.review.seen')}</h3>
        <Segmented
          label={t('dk.review.seen')}
          options={languages.map((value) => ({ value, label: languageFacts[value].name }))}
          value={language}
          onChange={setLanguage}
          panel={panel}
        />
        <ThemeSwitch panel={panel} />
      </div>
      <div id={panel} role="tabpanel" aria-label={languageFacts[language].name} className={css['stage']}>
        <div className={css['consent']}>
          <p className={css['consentApp']}>
            {icon !== '' && <img src={icon} alt="" width={40} height={40} />}
            <span>
              <b>{name}</b>
              <small>{hostOf(change('home')?.now[0] ?? app.home)}</small>
            </span>
          </p>
          <ul>
            {shown.map((scope) => (
              <li key={scope}>
                <Icon of={check} size={16} />
                {scopeText(scope)}
                {scopes !== undefined && scopes.was.length > 0 && !scopes.was.includes(scope) && (
                  <span className={css['new']}>{t('dk.review.new')}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

function isLanguage(code: string): code is Language {
  return code in languageFacts;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
