import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/controls/button.tsx';

interface HomeButtonProps {
  readonly label: string;
  readonly href?: string;
  /** False for a way back, which nobody should press in passing. */
  readonly isNext?: boolean;
}

/** The button of a page with a single card. */
export function HomeButton({ label, href = '/', isNext = true }: HomeButtonProps): ReactNode {
  return (
    <ButtonLink variant={isNext ? 'primary' : 'default'} size="lg" block href={href}>
      {label}
    </ButtonLink>
  );
}
