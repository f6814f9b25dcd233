import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { clock, logOut } from '#web/ui/marks/icons.ts';
import { Facts, type Fact } from '#web/widgets/page/facts.tsx';
import css from './freeze-question.module.css';

interface FreezeQuestionProps {
  /** The event that the person reported. */
  readonly facts?: readonly Fact[];
  readonly busy: boolean;
  readonly onFreeze: (click: MouseEvent<HTMLButtonElement>) => void;
  readonly onCancel?: () => void;
  /** Below the buttons: a smaller act. */
  readonly less?: ReactNode;
}

/** Effects of a freeze, and the button that does it. */
export function FreezeQuestion({ facts = [], busy, onFreeze, onCancel, less }: FreezeQuestionProps): ReactNode {
  const t = useT();
  // It comes after the page: no button has the focus yet.
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  return (
    <AuthCard title={t('wy.h')} lead={t('wy.b')}>
      <Facts of={facts} />
      <FreezeEffects />
      <div className={css['buttons']}>
        <Button variant="danger" size="lg" block busy={busy} onClick={onFreeze}>
          {t('wy.btn')}
        </Button>
        {onCancel !== undefined && (
          <Button size="lg" block onClick={onCancel}>
            {t('btn.cancel')}
          </Button>
        )}
      </div>
      {less}
    </AuthCard>
  );
}

const effects = [
  { icon: logOut, text: 'wy.does.1' },
  { icon: clock, text: 'wy.does.3' },
] as const;

/** Effects of a freeze. */
export function FreezeEffects(): ReactNode {
  const t = useT();
  return (
    <ul className={css['effects']}>
      {effects.map(({ icon, text }) => (
        <li key={text}>
          <Icon of={icon} />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}
