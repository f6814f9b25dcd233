import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { keyRound } from '#web/ui/marks/icons.ts';
import { Tile } from '#web/ui/layout/badge.tsx';
import { CopyButton } from '../copy-button.tsx';
import css from './secret-shown.module.css';

interface SecretShownProps {
  readonly secret: string;
  readonly onDone: () => void;
}

/** A new secret, which nobody can see again. It is only in memory. */
export function SecretShown({ secret, onDone }: SecretShownProps): ReactNode {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={css['once']} aria-labelledby="secret">
      <header className={css['head']}>
        <Tile icon={keyRound} tone="success" />
        <div>
          <h2 id="secret" ref={heading} tabIndex={-1}>
            {t('dc.k.yours')}
          </h2>
          <p>{t('dc.k.once')}</p>
        </div>
      </header>
      <div className={css['secret']}>
        <code>{secret}</code>
        <CopyButton isMain text={secret} name={t('dc.k.yours')} />
      </div>
      <div className={css['end']}>
        <Button onClick={onDone}>{t('btn.continue')}</Button>
      </div>
    </section>
  );
}
