import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { MaskedContact } from '#web/widgets/contacts/masked-contact.tsx';
import { unbindPage } from '#web/widgets/sign-in/unbind-paths.ts';
import { contactCalls, type ContactKind } from './contact-kinds.ts';

interface ContactOverviewProps {
  readonly kind: ContactKind;
  readonly onChange: () => void;
}

/** The page of a phone or an email on narrow screens: its value, the change, and the link to the page that unbinds it. */
export function ContactOverview({ kind, onChange }: ContactOverviewProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  const masked = account === undefined ? '' : contactCalls[kind].masked(account);
  return (
    <Card>
      <Rows>
        <Row title={t(`sec.${kind}`)} value={<MaskedContact masked={masked} />} />
        <Row title={t(`title.${kind}`)} onClick={onChange} />
        <Row title={t(`ad.unbind.${kind}`)} href={unbindPage(kind)} />
      </Rows>
    </Card>
  );
}
