import type { ReactNode } from 'react';
import type { ChangeKind } from '#contract/account/agreements/consents.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Badge, type Tone } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { compareSections, sectionsOf, type ComparedSection, type Section } from './compare-sections.ts';
import css from './compared-texts.module.css';

const tones: Readonly<Record<ChangeKind, Tone>> = { new: 'success', changed: 'accent', removed: 'neutral' };

interface Version {
  readonly version: string;
  readonly html: string;
}

/** Two versions of an agreement: the sections that differ side by side, the earlier one first. */
export function ComparedTexts({ earlier, later }: { readonly earlier: Version; readonly later: Version }): ReactNode {
  const t = useT();
  const all = compareSections(sectionsOf(earlier.html), sectionsOf(later.html));
  const differing = all.filter(({ kind }) => kind !== 'same');
  return (
    <Stack>
      <p className={css['sum']}>{t('tm.sum', { n: differing.length, same: all.length - differing.length })}</p>
      {differing.map((section) => (
        <Card key={`${section.kind} ${section.after?.heading ?? section.before?.heading}`} pad>
          <Pair section={section} versions={[earlier.version, later.version]} />
        </Card>
      ))}
    </Stack>
  );
}

function Pair({
  section: { kind, before, after },
  versions,
}: {
  readonly section: ComparedSection;
  readonly versions: readonly [string, string];
}): ReactNode {
  const t = useT();
  return (
    <>
      <h2 className={css['heading']}>
        {(after ?? before)?.heading} {kind !== 'same' && <Badge tone={tones[kind]}>{t(`tm.${kind}`)}</Badge>}
      </h2>
      <div className={css['pair']}>
        {before !== undefined && <Side label={versions[0]} section={before} other={after} mark="del" />}
        {after !== undefined && <Side label={versions[1]} section={after} other={before} mark="ins" />}
      </div>
    </>
  );
}

interface SideProps {
  readonly label: string;
  readonly section: Section;
  readonly other: Section | undefined;
  readonly mark: 'del' | 'ins';
}

/** Paragraphs that the other side does not have are marked, for screen readers too. */
function Side({ label, section, other, mark: Mark }: SideProps): ReactNode {
  const t = useT();
  return (
    <section className={css['side']} aria-label={t('hi.version', { version: label })}>
      <span className={css['label']}>{t('hi.version', { version: label })}</span>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>{other === undefined || other.paragraphs.includes(paragraph) ? paragraph : <Mark>{paragraph}</Mark>}</p>
      ))}
    </section>
  );
}
