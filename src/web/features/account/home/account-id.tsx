import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { copy } from '#web/ui/marks/icons.ts';
import css from './account-id.module.css';
import { groupedId } from './grouped-id.ts';

/** The account's ID in groups of four; a press copies its digits. */
export function AccountId({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const copyId = (): void => {
    navigator.clipboard.writeText(id).then(
      () => notify({ kind: 'success', text: t('sys.copied') }),
      // If the browser refuses, the digits can still be selected by hand.
      () => undefined,
    );
  };
  return (
    <button type="button" className={css['id']} aria-label={t('home.copyId', { id: groupedId(id) })} onClick={copyId}>
      {`${t('home.idLabel')} ${groupedId(id)}`}
      <Icon of={copy} size={16} className={css['icon']} />
    </button>
  );
}
