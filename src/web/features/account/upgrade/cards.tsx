import type { ReactNode } from 'react';
import type { AccountCard, LegacyCard } from '#contract/account/upgrade/upgrade.schemas.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import css from './upgrade.module.css';

/** A legacy account in one line, masked. */
export function LegacyLine({ card }: { readonly card: LegacyCard }): ReactNode {
  const { number, username, nickname, phone, email } = card;
  return <Line name={nickname || username || number} contacts={[phone, email]} picture="" />;
}

/** A possible target of a legacy account. A card without proof shows only the data that both accounts share. */
export function AccountLine({ card, plain = false }: { readonly card: AccountCard; readonly plain?: boolean }): ReactNode {
  const t = useT();
  const { nickname, id, phone, email, profileImage, same } = card;
  const shared = same.includes('phone') ? t('up.samePhone') : same.includes('email') ? t('up.sameEmail') : undefined;
  return (
    <Line name={nickname || id || t('up.to')} contacts={[phone, email]} picture={profileImage}>
      {!plain && shared !== undefined && <Badge tone="neutral">{shared}</Badge>}
    </Line>
  );
}

interface LineProps {
  readonly name: string;
  readonly contacts: readonly string[];
  readonly picture: string;
  readonly children?: ReactNode;
}

function Line({ name, contacts, picture, children }: LineProps): ReactNode {
  return (
    <span className={css['account']}>
      <Avatar src={picture} />
      <span className={css['who']}>
        <strong>{name}</strong>
        {contacts.map(
          (contact) =>
            contact !== '' && (
              <span key={contact}>
                <MaskedContact masked={contact} />
              </span>
            ),
        )}
      </span>
      {children}
    </span>
  );
}
