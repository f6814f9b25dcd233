import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { userKey } from '#web/ui/marks/icons.ts';
import { Row, Tile } from '#web/ui/layout/rows.tsx';
import { useCanUsePasskeys } from './can-use-passkeys.ts';

interface ProtectionRowProps {
  readonly href: string;
  /** Says below the name what it is good for. */
  readonly explained?: boolean;
}

/** The way to passkeys and two-step verification; it names the latter alone where nobody can use passkeys. */
export function ProtectionRow({ href, explained = false }: ProtectionRowProps): ReactNode {
  const t = useT();
  const [title, note] = useCanUsePasskeys() ? [t('pt.title'), t('pk.lead')] : [t('ts.title'), t('ts.lead')];
  return <Row lead={<Tile icon={userKey} />} title={title} {...(explained ? { note } : {})} href={href} />;
}
