import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { qrEndpoints } from '#contract/sign-in/qr/qr.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { qrSchemas } from '#contract/sign-in/qr/qr.schemas.ts';
import type { QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { readSecondStep } from '#web/widgets/sign-in/read-second-step.ts';
import type { SecondStep } from '#web/widgets/sign-in/second-step.ts';
import { followCode, type QrPage, type QrView } from './follow-code.ts';
import { QrPicture } from '#web/widgets/page/qr-picture.tsx';
import css from './qr-panel.module.css';

interface QrPanelProps {
  readonly purpose: QrPurpose;
  /** The page's query, which is sent with the sign-in (contract 5). */
  readonly query: QueryOf<(typeof qrSchemas)['finishQr']>;
  /** Where the person continues, by the server's answer. */
  readonly onSignedIn: (next: string) => void;
  readonly onSecondStep: (second: SecondStep) => Promise<void>;
  /** Another way for a person without a camera, until a phone has scanned the code. */
  readonly onNoCamera?: () => void;
}

/** Beside the white tile with its padding. */
const room = 232;

/** The computer's side of a sign-in by a phone: a code, then a number, then the next page. */
export function QrPanel({ purpose, query, onSignedIn, onSecondStep, onNoCamera }: QrPanelProps): ReactNode {
  const t = useT();
  const [view, setView] = useState<QrView>({ as: 'loading' });
  const [round, setRound] = useState(0);
  const page = useRef<QrPage>(undefined);
  const again = (): void => {
    setView({ as: 'loading' });
    setRound((before) => before + 1);
  };

  const finish = useEffectEvent(async (approved: QrPage): Promise<void> => {
    const { qrCode, secret } = approved;
    try {
      onSignedIn((await call(qrEndpoints.finishQr, { body: { qrCode, secret }, query })).continue);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const second = readSecondStep(error);
      if (second !== undefined) await onSecondStep(second);
      else if (error.refusal === 'deletionPending') navigate(withdrawalPath(error));
      else {
        if (error.refusal !== 'qrOver') handleRefusal(error);
        again();
      }
    }
  });

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const show = (next: QrView): void => {
      if (!signal.aborted) setView(next);
    };
    const onPage = (opened: QrPage): void => {
      page.current = opened;
    };
    void followCode({ purpose, show, onPage, signal }).then((approved) => {
      if (approved !== undefined && !signal.aborted) return finish(approved);
      return undefined;
    });
    return () => left.abort();
  }, [purpose, round]);

  const number = view.as === 'number' ? view.number : undefined;
  useEffect(() => {
    // As two digits: 47 is easily misheard.
    if (number !== undefined) announce(`${t('qr.number')} ${Array.from(String(number)).join(' ')}`, 'assertive');
  }, [number, t]);

  async function cancel(): Promise<void> {
    const { qrCode = '', secret = '' } = page.current ?? {};
    again();
    await call(qrEndpoints.cancelQr, { body: { qrCode, secret } }).catch(() => undefined);
  }

  return (
    <div className={css['panel']}>
      <News view={view} />
      <Tile view={view} onAgain={again} />
      {view.as === 'code' && <div key={view.code} className={css['life']} aria-hidden="true" />}
      <Words view={view} purpose={purpose} />
      {view.as === 'number' || view.as === 'opened' ? (
        <Button size="lg" block className={css['cancel'] ?? ''} onClick={() => void cancel()}>
          {t('qr.cancel')}
        </Button>
      ) : (
        onNoCamera !== undefined && (
          <Button variant="text" quiet block onClick={onNoCamera}>
            {t('qr.noCamera')}
          </Button>
        )
      )}
    </div>
  );
}

/** Result of the code before. */
function News({ view }: { readonly view: QrView }): ReactNode {
  const t = useT();
  if (view.as === 'wrong' || view.as === 'denied') {
    return (
      <div role="alert" className={css['notice']}>
        <Notice tone="warning">{t(view.as === 'wrong' ? 'qr.wrong' : 'qr.denied')}</Notice>
      </div>
    );
  }
  return (
    view.as === 'code' &&
    view.isNew && (
      <output className={css['notice']}>
        <Notice>{t('qr.over')}</Notice>
      </output>
    )
  );
}

function Tile({ view, onAgain }: { readonly view: QrView; readonly onAgain: () => void }): ReactNode {
  const t = useT();
  switch (view.as) {
    case 'code':
      return (
        <div className={css['tile']}>
          <QrPicture key={view.code} url={view.url} label={t('qr.alt')} room={room} />
        </div>
      );
    case 'veiled':
      return (
        <div className={css['tile']} data-veiled="">
          <QrPicture url={view.url} label={t('qr.alt')} room={room} />
          <Button variant="primary" onClick={onAgain}>
            {t('qr.again')}
          </Button>
        </div>
      );
    case 'number':
      return (
        <div className={css['number']} aria-hidden="true">
          {view.number}
        </div>
      );
    case 'opened':
      return <div className={css['number']} aria-hidden="true" />;
    case 'loading':
      return <div className={css['tile']} aria-busy="true" />;
    case 'failed':
    case 'wrong':
    case 'denied':
      return (
        <div className={css['tile']} data-veiled="">
          {view.as === 'failed' && <p>{t('qr.failed')}</p>}
          <Button variant="primary" onClick={onAgain}>
            {t('qr.again')}
          </Button>
        </div>
      );
  }
}

function Words({ view, purpose }: { readonly view: QrView; readonly purpose: QrPurpose }): ReactNode {
  const t = useT();
  if (view.as === 'number') {
    return (
      <div className={css['words']}>
        <h2>{t('qr.number')}</h2>
        <p className={css['waiting']}>{t('qr.onPhone')}</p>
      </div>
    );
  }
  if (view.as === 'opened') {
    return (
      <output className={css['words']}>
        <span className={css['waiting']}>{t(purpose === 'register' ? 'qr.regWait' : 'qr.onPhone')}</span>
      </output>
    );
  }
  return (
    <div className={css['words']}>
      <h2>{t('qr.scan')}</h2>
      {purpose === 'signIn' && <p>{t('qr.how')}</p>}
    </div>
  );
}
