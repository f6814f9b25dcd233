import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { findKinds, findKindsOf, type FindKind } from '#contract/operations/desk/find-kind.ts';
import { deskPersonEndpoints } from '#contract/operations/desk/calls/person.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, layoutGrid, mail, monitor, scrollText, smartphone, user } from '#web/ui/marks/icons.ts';
import { DeskRefusal, deskCall, refusals } from '#web/desk/desk-call.ts';
import { keepWhy, keptWhy, TextInput, WhyFields } from '#web/desk/frame/fields.tsx';
import { useMe } from '#web/desk/frame/me.ts';
import { PageTitle } from '#web/desk/page-title.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { t } from '#web/desk/texts.ts';
import css from './pages.module.css';

const namesOf = (kinds: readonly FindKind[]) => kinds.map((kind) => t(`dk.find.is.${kind}`)).join(t('dk.find.or'));

/** Answer of a search without a result. */
function nobody(kinds: readonly FindKind[]): string {
  if (kinds.includes('app') || kinds.includes('subject')) return t('dk.none.other');
  return t('dk.none', { field: namesOf(kinds).toLowerCase() });
}

/** Finds a person or an app by what somebody has in hand: one exact text, with the reason and the case. */
export function FindPage() {
  const [text, setText] = useState('');
  const [why, setWhy] = useState(keptWhy);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly text: string; readonly isAboutWhy: boolean }>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const kinds = findKindsOf(text);
  const isKnown = kinds.length > 0;

  const search = (event: FormEvent) => {
    event.preventDefault();
    if (!isKnown || busy) return;
    setBusy(true);
    setSaid(undefined);
    keepWhy(why);
    deskCall(deskPersonEndpoints.deskFind, { body: { text, ...why } })
      .then(({ look, app }) => {
        if (look !== '') navigate(`/desk/p/${look}`);
        else setSaid({ text: app === '' ? nobody(kinds) : t('dk.foundApp', { app }), isAboutWhy: false });
      })
      .catch((error: unknown) => {
        const refusal = error instanceof DeskRefusal ? error : undefined;
        setSaid({ text: refusal?.message || t('dk.offline'), isAboutWhy: refusal?.code === refusals.caseNeeded });
      })
      .finally(() => setBusy(false));
  };

  return (
    <>
      <PageTitle title={t('dk.nav.find')} lead={t('dk.find.lead')} />
      <div className={css['columns']}>
        <Card pad>
          <form onSubmit={search} noValidate>
            <TextInput
              label={t('dk.find')}
              value={text}
              inputRef={field}
              hint={isKnown ? <KnownKind>{namesOf(kinds)}</KnownKind> : t('dk.find.hint')}
              failure={said?.isAboutWhy === false ? said.text : undefined}
              onChange={(next) => {
                setText(next);
                setSaid(undefined);
              }}
            />
            <h2 className={css['question']}>{t('dk.why')}</h2>
            <WhyFields why={why} onChange={setWhy} failure={said?.isAboutWhy === true ? said.text : undefined} />
            <Button type="submit" variant="primary" busy={busy} disabled={!isKnown}>
              {t('dk.find.btn')}
            </Button>
          </form>
        </Card>
        <div className={css['stack']}>
          <Card title={t('dk.find.can')} pad>
            <ul className={css['plain']}>
              {findKinds.map((kind) => (
                <li key={kind}>
                  <Icon of={icons[kind]} size={18} />
                  {t(`dk.find.is.${kind}`)} <code>{samples[kind]}</code>
                </li>
              ))}
            </ul>
          </Card>
          <Limits />
        </div>
      </div>
    </>
  );
}

/** Kind of a text, recognized before it is sent. */
function KnownKind({ children }: { readonly children: ReactNode }) {
  return (
    <span className={css['known']}>
      <Icon of={check} size={16} />
      {children}
    </span>
  );
}

const icons = {
  phone: smartphone,
  email: mail,
  username: user,
  number: user,
  reference: scrollText,
  device: monitor,
  app: layoutGrid,
  subject: user,
} as const;

/** How much of the hour a member has used. */
function Limits() {
  const { limits } = useMe();
  return (
    <Card title={t('dk.hour')} pad>
      <ul className={css['meters']}>
        {(['opened', 'unmasked'] as const).map((name) => (
          <li key={name}>
            <p>
              {t(`dk.hour.${name}`)} <span>{`${limits[name].used} / ${limits[name].limit}`}</span>
            </p>
            <Meter used={limits[name].used / limits[name].limit} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Example of each kind; nobody has these. */
const samples = {
  phone: '138 0000 0000',
  email: 'name@example.com',
  username: 'lin-xiao',
  number: '2083 0000 0000',
  reference: 'P4TC-2HNA',
  device: 'u1Kd8Vq2…',
  app: 'app-q3v8…',
  subject: 'app-q3v8…:Zt4k…',
} as const;

/** How much of a limit is used, from 0 to 1; from four fifths on in the color of a warning. The number stands beside it. */
function Meter({ used }: { readonly used: number }) {
  const part = Math.min(1, Math.max(0, used));
  return (
    <svg className={css['meter']} aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
      <rect className={css['meterBar']} data-high={part >= 0.8} width={part * 100} height="1" />
    </svg>
  );
}
