import type { ReactNode } from 'react';
import type { Failure } from '#web/lib/api/failure.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Rows } from '#web/ui/layout/rows.tsx';
import type { Place } from '#web/widgets/account/places.ts';
import css from './place-card.module.css';

/** The rows of a card on the home. */
const shown = 3;

interface PlaceCardProps<Item> {
  readonly place: Place;
  /** Undefined while it is loading. */
  readonly list: readonly Item[] | undefined;
  /** The link to all, with their number `{n}`. */
  readonly all: MessageKey;
  /** Stands for the rows of an empty list. */
  readonly empty?: MessageKey;
  readonly failure: Failure | undefined;
  /** One row. */
  readonly children: (item: Item) => ReactNode;
}

/** The first items of a place, and the link to all of them. */
export function PlaceCard<Item>({ place, list, all, empty, failure, children }: PlaceCardProps<Item>): ReactNode {
  const t = useT();
  const name = t(place.label);
  const n = list?.length ?? 0;
  return (
    <Card
      title={name}
      busy={list === undefined && failure === undefined}
      aside={
        n > 0 && (
          <Link href={place.desktop} label={`${t(all, { n })}: ${name}`}>
            {t(all, { n })}
          </Link>
        )
      }
    >
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : list === undefined ? (
        <Skeleton />
      ) : n === 0 && empty !== undefined ? (
        <p className={css['empty']}>{t(empty)}</p>
      ) : (
        <Rows>{list.slice(0, shown).map(children)}</Rows>
      )}
    </Card>
  );
}
