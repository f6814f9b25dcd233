import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { shortDayText } from '#web/lib/texts/time-text.ts';
import { PendingCard } from '#web/ui/feedback/pending.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import { contactCalls, type ContactKind } from './contact-kinds.ts';
import css from './contact-overview.module.css';
import { unbindableContact } from './unbindable.tsx';

interface ContactOverviewProps {
  readonly kind: ContactKind;
  /** Changes or binds it. */
  readonly onChange: () => void;
  readonly onUnbind: () => void;
}

/** The page of a phone or an email: its value, what it is for, and its acts. The last way in cannot be unbound. */
export function ContactOverview({ kind, onChange, onUnbind }: ContactOverviewProps): ReactNode {
  const t = useT();
  const query = useAccount();
  const { data: account } = query;
  if (account === undefined) return <PendingCard of={query} rows={1} />;
  const masked = contactCalls[kind].masked(account);
  const name = t(`sec.${kind}`);
  const addedAt = account.addedAt[kind];
  if (masked === '') {
    return (
      <Card pad>
        <p className={css['value']}>{t('st.notAdded')}</p>
        <div className={css['actions']}>
          <Button variant="primary" label={`${t('btn.add')} ${name}`} onClick={onChange}>
            {t('btn.add')}
          </Button>
        </div>
      </Card>
    );
  }
  const isLast = unbindableContact(kind).isLast(account);
  return (
    <Card pad>
      <p className={css['value']}>
        <MaskedContact masked={masked} />
      </p>
      <p className={css['fact']}>
        {addedAt === null ? t('sec.contactUse') : t('sec.contactSince', { date: shortDayText(addedAt) })}
        {isLast && <span>{t('sec.onlyWay')}</span>}
      </p>
      <div className={css['actions']}>
        {!isLast && (
          <Button red label={t(`ad.unbind.${kind}`)} onClick={onUnbind}>
            {t('btn.remove')}
          </Button>
        )}
        <Button label={`${t('btn.change')} ${name}`} onClick={onChange}>
          {t('btn.change')}
        </Button>
      </div>
    </Card>
  );
}
