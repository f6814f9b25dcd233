import { failureOf, type Loading } from '#web/lib/api/failure.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from './error-card.tsx';
import { Skeleton } from './skeleton.tsx';

interface PendingProps {
  /** The query whose data is not there yet. */
  readonly of: Loading;
  readonly rows?: number | undefined;
}

/** Rows while data loads, and the reason if it does not come. */
export function Pending({ of, rows = 3 }: PendingProps) {
  const failure = failureOf(of);
  return failure === undefined ? <Skeleton rows={rows} /> : <ErrorCard {...failure} />;
}

/** The same as a card. */
export function PendingCard({ title, of, rows }: PendingProps & { readonly title?: string }) {
  return (
    <Card title={title} busy={failureOf(of) === undefined}>
      <Pending of={of} rows={rows} />
    </Card>
  );
}
