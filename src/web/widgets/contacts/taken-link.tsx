import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';
import { Link } from '#web/ui/link.tsx';
import { keepUpgrade, upgradeStart } from '#web/widgets/upgrade/upgrade-visit.ts';

interface WayOutProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
  readonly href: string;
  /** Passes on the typed identifier. */
  readonly onLeave: (identifier: string) => void;
}

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

/** The rule whose failure the field shows, and the value. */
function useShownRule<V>(form: AppForm<V>, name: NameOf<V, string>): { readonly rule: string | undefined; readonly value: string } {
  const { value } = useField<V, string>(form, name);
  const { inner } = form;
  return { rule: inner.markOf(name)?.rule ?? (inner.shows(name) ? inner.failing(name, value) : undefined), value };
}
