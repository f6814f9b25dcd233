import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { useShownRule, type WayOutProps } from './shown-rule.ts';

/** Next to 'Your phone number is not registered' and similar: the link to registration. */
export function UnknownLink<V>({ form, name, href, onLeave }: WayOutProps<V>): ReactNode {
  const t = useT();
  const { rule, value } = useShownRule(form, name);
  if (rule !== 'not_exists') return null;
  return (
    <Link variant="inline" href={href} onClick={() => onLeave(value)}>
      {t('si.create')}
    </Link>
  );
}
