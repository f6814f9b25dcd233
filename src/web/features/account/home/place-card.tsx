import type { ReactNode } from 'react';
import type { Loading } from '#web/lib/api/failure.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Rows } from '#web/ui/layout/rows.tsx';
import type { Place } from '#web/widgets/account/places.ts';
import css from './place-card.module.css';

/** The rows of a card on the home. */
const shown = 3;

interface PlaceCardProps<Item> {
  readonly place: Place;
  readonly list: Loading & { readonly data: readonly Item[] | undefined };
  /** The link to all, with their number `{n}`. */
  readonly all: MessageKey;
  /** Stands for the rows of an empty list. */
  readonly empty?: MessageKey;
  /** One row. */
  readonly children: (item: Item) => ReactNode;
}

/** The first items of a place, and the link to all of them. */
export function PlaceCard<Item>({ place, list, all, empty, children }: PlaceCardProps<Item>): ReactNode {
  const t = useT();
  const name = t(place.label);
  const n = list.data?.length ?? 0;
  return (
    <Card
      title={name}
      busy={list.isPending}
      aside={
        n > 0 && (
          <Link href={place.desktop} label={`${t(all, { n })}: ${name}`}>
            {t(all, { n })}
          </Link>
        )
      }
    >
      {list.data === undefined ? (
        <Pending of={list} />
      ) : n === 0 && empty !== undefined ? (
        <p className={css['empty']}>{t(empty)}</p>
      ) : (
        <Rows>{list.data.slice(0, shown).map(children)}</Rows>
      )}
    </Card>
  );
}
