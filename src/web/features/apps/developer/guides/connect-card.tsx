import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { KeyValue, KeyValues } from '#web/ui/layout/rows.tsx';
import { CopyButton } from '../copy-button.tsx';
import { guidePath } from './guide-path.ts';
import type { OwnApp } from '../use-developer.ts';

/** Values that a program needs to sign people in. */
export function ConnectCard({ app }: { readonly app: OwnApp }): ReactNode {
  const t = useT();
  const { origin } = location;
  const facts = [
    { label: t('dc.id.client'), value: app.clientID },
    { label: t('dc.id.issuer'), value: origin },
    { label: t('dc.id.discovery'), value: `${origin}/.well-known/openid-configuration` },
  ];
  return (
    <Card
      title={t('dc.id.h')}
      aside={
        <Link variant="more" href={guidePath(app.kind, app.clientID)}>
          {t('dc.n.guides')}
        </Link>
      }
    >
      <KeyValues>
        {facts.map(({ label, value }) => (
          <KeyValue key={label} label={label} value={<code>{value}</code>} action={<CopyButton text={value} name={label} />} />
        ))}
      </KeyValues>
    </Card>
  );
}
