import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { plus } from '#web/ui/marks/icons.ts';
import { useDeveloper } from '../use-developer.ts';

/** The way to a new app, for a person who has one already: an empty list has its own. */
export function RegisterLink(): ReactNode {
  const t = useT();
  const { data } = useDeveloper();
  if (data === undefined || !data.open || !data.started || data.apps.length === 0) return null;
  return (
    <ButtonLink variant="primary" icon={plus} href="/developer/new">
      {t('dc.new')}
    </ButtonLink>
  );
}
