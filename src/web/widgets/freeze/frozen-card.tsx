import { useEffect, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { momentText } from '#web/lib/texts/time-text.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, lock } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/rings.tsx';
import css from './frozen-card.module.css';

/** What a freeze has ended, as the server answers it. */
export interface FreezeResult {
  readonly frozenAt: string;
  readonly sessions: number;
  readonly apps: number;
}

interface FrozenCardProps {
  /** Undefined for an account that was frozen before. */
  readonly of: FreezeResult | undefined;
  /** The page that leads back in. */
  readonly href?: string;
}

/** The account is frozen: what has ended, and the way back. */
export function FrozenCard({ of, href = '/login' }: FrozenCardProps): ReactNode {
  const t = useT();
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  const done = of && [t('fz.did.sessions', { n: of.sessions }), t('fz.did.apps', { n: of.apps })];
  return (
    <AuthCard
      wide
      title={t('fz.h')}
      lead={of === undefined ? t('fz.before') : t('fz.b', { time: momentText(of.frozenAt) })}
      mark={
        <Mark seed={29} size="m" tone="neutral">
          <Icon of={lock} size={28} />
        </Mark>
      }
    >
      {done !== undefined && (
        <ul className={css['done']}>
          {done.map((line) => (
            <li key={line}>
              <Icon of={check} />
              {line}
            </li>
          ))}
        </ul>
      )}
      <ButtonLink variant="primary" size="lg" block href={href}>
        {t('fz.go')}
      </ButtonLink>
      <p className={css['note']}>{t('fz.note')}</p>
    </AuthCard>
  );
}
