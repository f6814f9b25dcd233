import type { ReactNode } from 'react';
import { contactsEndpoints } from '#contract/account/contacts/contacts.ts';
import { shownMask } from '#contract/masks.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { MailedLinkCard } from '#web/widgets/mailed-links/mailed-link-card.tsx';

/** Binds a new email with the link that was mailed to it (ADR 219). */
export function ActivateEmailCard(): ReactNode {
  const t = useT();
  return (
    <MailedLinkCard
      page="activate-email"
      title={t('ln.activate.h')}
      lead={t('ln.activate.b')}
      button={t('title.activate')}
      spend={activate}
      done={{
        title: t('ln.activate.okH'),
        lead: (target) => t('ln.activate.okB', { target: shownMask(target) }),
        way: () => ({ href: '/', label: t('rs.home') }),
      }}
      dead={{ reason: t('v.email.activated'), lead: t('ln.dead.activate'), way: { href: '/pc-security', label: t('ln.toSecurity') } }}
      taken={t('ln.taken.activate')}
    />
  );
}

async function activate(token: string): Promise<string> {
  const { target } = await call(contactsEndpoints.activateEmail, { body: { token } });
  // Loaded data shows the previous email; a session of another browser has ended.
  accountCache.clear();
  return target;
}
