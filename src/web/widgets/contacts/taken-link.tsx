import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { keepUpgrade, upgradeStart } from '#web/widgets/upgrade/upgrade-visit.ts';
import { useShownRule, type WayOutProps } from './shown-rule.ts';

/**
 * Next to 'Phone number has been registered' and similar: the link to sign-in, or to the upgrade of a legacy account.
 */
export function TakenLink<V>({ form, name, href, onLeave }: WayOutProps<V>): ReactNode {
  const t = useT();
  const { rule, value } = useShownRule(form, name);
  if (rule === 'has_deepin') {
    return (
      <Link variant="inline" href={upgradeStart} onClick={() => keepUpgrade({ contact: value })}>
        {t('rg.upgrade')}
      </Link>
    );
  }
  if (rule !== 'exists') return null;
  return (
    <Link variant="inline" href={href} onClick={() => onLeave(value)}>
      {t('si.btn')}
    </Link>
  );
}
