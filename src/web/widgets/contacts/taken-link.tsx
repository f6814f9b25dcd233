import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';
import { Link } from '#web/ui/link.tsx';
import { keepUpgrade, upgradeStart } from '#web/widgets/upgrade/upgrade-visit.ts';

/** The rules for an identifier that belongs to an account. */
const takenRules: readonly (string | undefined)[] = ['exists', 'has_deepin'];

interface TakenLinkProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
  readonly href: string;
  /** Passes on the typed identifier. */
  readonly onLeave: (identifier: string) => void;
}

/**
 * Next to 'Phone number has been registered' and similar: the link to sign-in, or to the upgrade of a legacy account.
 */
export function TakenLink<V>({ form, name, href, onLeave }: TakenLinkProps<V>): ReactNode {
  const t = useT();
  const { value } = useField<V, string>(form, name);
  const rule = form.inner.markOf(name)?.rule ?? (form.inner.shows(name) ? form.inner.failing(name, value) : undefined);
  if (!takenRules.includes(rule)) return null;
  if (rule === 'has_deepin') {
    return (
      <Link variant="inline" href={upgradeStart} onClick={() => keepUpgrade({ contact: value })}>
        {t('rg.upgrade')}
      </Link>
    );
  }
  return (
    <Link variant="inline" href={href} onClick={() => onLeave(value)}>
      {t('si.btn')}
    </Link>
  );
}
