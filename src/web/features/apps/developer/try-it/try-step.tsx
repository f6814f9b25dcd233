import type { AppCause } from '#contract/apps/developer/developer.words.ts';
import { useT, type Translate, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { classes } from '#web/ui/classes.ts';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, chevronRight, x } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { causeText } from '../logs/failures.ts';
import { CodeBox } from '../guides/code-box.tsx';
import { sectionPath } from '../sections.ts';
import css from './trial.module.css';
import type { Run } from './use-run.ts';

type Step = Run['steps'][number];

interface TryStepProps {
  readonly id: string;
  readonly step: Step;
  readonly place: number;
}

/** One step of a trial: what was sent, what came back and what it means. A failed one is open. */
export function TryStep({ id, step, place }: TryStepProps) {
  const t = useT();
  const { name, state, rows, sent, received } = step;
  const failed = state === 'failed';
  const mark = state === 'done' ? <Icon of={check} size={18} /> : failed ? <Icon of={x} size={18} /> : place + 1;
  const note = noteOf(step, t);
  const head = (
    <>
      <span className={css['mark']}>{mark}</span>
      <span className={css['text']}>
        <b>{t(`dc.st.${name}`)}</b>
        <Hidden> {t(`dc.state.${state}`)}</Hidden>
        {note !== '' && <span className={css['note']}>{note}</span>}
      </span>
    </>
  );
  const lacks = name === 'refresh' && state === 'skipped';
  const isEmpty = rows.length === 0 && sent === '' && received === '' && !failed && !lacks;
  return (
    <li className={classes(css['step'], css[state])}>
      {isEmpty ? (
        <div className={css['head']}>{head}</div>
      ) : (
        <details open={failed || undefined}>
          <summary className={css['head']}>
            {head}
            <Icon of={chevronRight} size={18} className={css['chevron']} />
          </summary>
          <div className={css['body']}>
            {(failed || lacks) && <Cause id={id} step={step} />}
            {rows.length > 0 && <StepRows step={step} />}
            {sent !== '' && <CodeBox name={t('dc.try.sent')} text={sent} />}
            {received !== '' && <CodeBox name={t('dc.try.received')} text={received} />}
          </div>
        </details>
      )}
    </li>
  );
}

function noteOf({ name, state, rows, cause, detail }: Step, t: Translate): string {
  if (state === 'failed') return cause === '' ? t(name === 'refresh' ? 'dc.st.noRefresh' : 'dc.c.other') : causeText({ cause, detail }, t);
  if (state === 'waiting') return t('dc.try.waits');
  if (state === 'skipped') return t(name === 'refresh' ? 'dc.st.noRefresh' : 'dc.state.skipped');
  const valueOf = (of: string): string => rows.find((row) => row.name === of)?.value ?? '';
  if (name === 'id' && valueOf('kid') !== '') return t('dc.st.id.ok', { kid: valueOf('kid'), alg: valueOf('alg') });
  return rows.map((row) => row.name).join(', ');
}

/** Why a step failed, what to do, and the way to the setting. */
function Cause({ id, step }: { readonly id: string; readonly step: Step }) {
  const t = useT();
  const { name, state, cause, detail, cure } = step;
  const noRefresh = name === 'refresh' && cause === '';
  const known: AppCause = cause === '' ? 'other' : cause;
  const section = noRefresh ? 'settings' : cure;
  return (
    <Notice
      tone={state === 'failed' ? 'danger' : 'neutral'}
      title={noRefresh ? t('dc.st.noRefresh') : causeText({ cause: known, detail }, t)}
    >
      {noRefresh ? t('dc.st.noRefresh.b') : t(`dc.do.${known}`)}{' '}
      {section !== '' && section !== 'logs' && section !== 'signals' && (
        <Link variant="inline" href={sectionPath(id, section === 'overview' ? '' : section)}>
          {section === 'settings' ? t('dc.try.toSettings') : t(`dc.n.${section}`)}
        </Link>
      )}
    </Notice>
  );
}

/** Parameters or claims: the name in the protocol, the value, and what it is for. */
function StepRows({ step: { name, rows } }: { readonly step: Step }) {
  const t = useT();
  const hasClaims = name === 'id' || name === 'info';
  return (
    <table className={css['rows']}>
      <thead>
        <tr>
          <th scope="col">{t(hasClaims ? 'dc.try.claim' : 'dc.try.name')}</th>
          <th scope="col">{t('dc.try.value')}</th>
          <th scope="col">{t('dc.try.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const meaning = meanings[row.name];
          return (
            <tr key={row.name} className={classes(!row.good && css['wrong'])}>
              <th scope="row">
                <code>{row.name}</code>
              </th>
              <td>
                <code>{row.value}</code>
              </td>
              <td>
                {meaning !== undefined && t(meaning)}
                {row.scope !== '' && <span className={css['scope']}>{t('dc.try.scope', { scope: row.scope })}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Parameters and claims of the protocol by their names, each with what it is for. */
const meanings: Readonly<Record<string, MessageKey | undefined>> = {
  client_id: 'dc.m.client',
  redirect_uri: 'dc.m.redirect',
  response_type: 'dc.m.responseType',
  scope: 'dc.m.scope',
  state: 'dc.m.state',
  nonce: 'dc.m.nonce',
  code_challenge: 'dc.m.challenge',
  code_challenge_method: 'dc.m.challengeMethod',
  prompt: 'dc.m.prompt',
  max_age: 'dc.m.maxAge',
  acr_values: 'dc.m.acrValues',
  claims: 'dc.m.claims',
  request_uri: 'dc.m.par',
  code: 'dc.m.code',
  iss: 'dc.m.iss',
  access_token: 'dc.m.access',
  refresh_token: 'dc.m.refresh',
  id_token: 'dc.m.idToken',
  token_type: 'dc.m.tokenType',
  expires_in: 'dc.m.expires',
  sub: 'dc.st.sub',
  aud: 'dc.m.aud',
  exp: 'dc.m.exp',
  iat: 'dc.m.iat',
  auth_time: 'dc.m.authTime',
  acr: 'dc.m.acr',
  amr: 'dc.m.amr',
  at_hash: 'dc.m.atHash',
  sid: 'dc.m.sid',
  alg: 'dc.m.alg',
  kid: 'dc.m.kid',
};
