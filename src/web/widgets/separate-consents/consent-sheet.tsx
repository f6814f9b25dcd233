import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { agreementsEndpoints } from '#contract/account/agreements/agreements.ts';
import { itemOfPurpose, transferFacts, type SeparatePurpose } from '#contract/account/agreements/separate-consents.words.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal, refusalText } from '#web/lib/api/refusals.ts';
import { useUrlPath } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import css from './consent-sheet.module.css';
import { purposeText } from './purpose-text.ts';

type Asked = CallData<typeof agreementsEndpoints.listChoices>['choices'][number];

let root: Root | undefined;

whenPersonGoes(() => root?.render(null));

/** Shows the sheet over the page. True when the consent was given. */
export function openSheet(purpose: SeparatePurpose): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<ConsentSheet key={Date.now()} purpose={purpose} onEnd={resolve} />);
  return promise;
}

interface ConsentSheetProps {
  readonly purpose: SeparatePurpose;
  readonly onEnd: (given: boolean) => void;
}

/** One consent, with everything that a person has to know before it. Both answers are of one size. */
function ConsentSheet({ purpose, onEnd }: ConsentSheetProps): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const { asked, error, load } = useAsked(purpose);
  const notNow = useRef<HTMLButtonElement>(null);
  const path = useUrlPath();
  const openedAt = useRef(path);
  const end = (given: boolean): void => {
    setOpen(false);
    onEnd(given);
  };
  const leave = useEffectEvent(() => end(false));
  useEffect(() => {
    if (path !== openedAt.current) leave();
  }, [path]);

  async function give(version: string): Promise<void> {
    setBusy(true);
    try {
      await call(agreementsEndpoints.choose, { body: { purpose, given: true, version } });
      end(true);
    } catch (refused) {
      setBusy(false);
      // The text has just changed: the new one is shown.
      if (isRefusal(refused, 'agreementChanged')) load();
      else handleRefusal(refused);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={() => end(false)}
      size="m"
      busy={busy}
      initialFocus={notNow}
      title={purposeText(purpose, t)}
      lead={t('sp.lead')}
      actions={
        <>
          <Button ref={notNow} disabled={busy} onClick={() => end(false)}>
            {t('sp.notNow')}
          </Button>
          <Button variant="primary" busy={busy} disabled={asked === undefined} onClick={() => asked && void give(asked.version)}>
            {t('sp.give')}
          </Button>
        </>
      }
    >
      {error !== undefined ? (
        <ErrorCard reason={refusalText(error)} onRetry={load} />
      ) : asked === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <dl className={css['facts']}>
          {factsOf(asked, t).map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}

interface Fact {
  readonly name: string;
  readonly text: string;
}

function factsOf({ purpose, transfer }: Asked, t: Translate): readonly Fact[] {
  if (transfer !== null) return transferFacts.map((fact) => ({ name: t(`sp.f.${fact}`), text: transfer[fact] }));
  const item = itemOfPurpose(purpose);
  const name = item === undefined ? '' : t(`pf.${item}`);
  return [
    { name: t('sp.f.purpose'), text: t('sp.s.purpose', { field: name }) },
    { name: t('sp.f.manner'), text: t('sp.s.manner') },
    { name: t('sp.f.effect'), text: t('sp.s.effect') },
    { name: t('sp.f.back'), text: t('sp.s.back', { field: name }) },
  ];
}

function useAsked(purpose: SeparatePurpose) {
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<{ readonly asked?: Asked | undefined; readonly error?: RefusalError }>({});
  useEffect(() => {
    const controller = new AbortController();
    call(agreementsEndpoints.listChoices, { signal: controller.signal }).then(
      ({ choices }) => setAnswer({ asked: choices.find((one) => one.purpose === purpose) }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof RefusalError)) throw error;
        setAnswer({ error });
      },
    );
    return () => controller.abort();
  }, [purpose, tries]);
  return {
    ...answer,
    load: () => {
      setAnswer({});
      setTries((count) => count + 1);
    },
  };
}
