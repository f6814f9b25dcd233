import type { ReactNode } from 'react';
import { questionsOf, useCheckup } from '#web/widgets/checkup/checkup.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { clientName, placeText } from '#web/widgets/device/device-words.ts';
import css from './last-sign-in.module.css';

/** The last sign-in of another browser, if nothing is asked: then the question says it. */
export function LastSignIn(): ReactNode {
  const t = useT();
  const { data } = useCheckup();
  if (!data?.lastSignIn || questionsOf(data).length > 0) return null;
  const { lastSignIn } = data;
  const facts = [lastSeenText(lastSignIn.at), placeText(lastSignIn, t), clientName(lastSignIn, t)].filter((fact) => fact !== '');
  return (
    <Link variant="more" href="/pc-activity" className={css['line']}>
      {t('home.last', { facts: facts.join(' · ') })}
    </Link>
  );
}
