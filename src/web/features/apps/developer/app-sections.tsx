import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { sectionPath, sections } from './sections.ts';

/** The other pages of an app: narrow screens have no navigation at the side. */
export function AppSections({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  if (useLayout() !== 'mobile') return null;
  return (
    <nav aria-label={t('dc.nav')}>
      <Card>
        <Rows>
          {sections
            .filter(({ name }) => name !== '')
            .map(({ name, label, icon }) => (
              <Row key={name} lead={<Tile icon={icon} />} title={t(label)} href={sectionPath(id, name)} />
            ))}
        </Rows>
      </Card>
    </nav>
  );
}
