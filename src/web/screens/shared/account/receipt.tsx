import type { ReactNode } from 'react';
import { ReceiptCard } from '#web/features/account/deletion/receipt-card.tsx';

/** /receipt#token, in SMS /r#token: what became of a deletion. */
export function ReceiptScreen(): ReactNode {
  return <ReceiptCard />;
}
