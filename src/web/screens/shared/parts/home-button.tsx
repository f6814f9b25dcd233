import { ButtonLink } from '#web/ui/controls/button.tsx';

interface HomeButtonProps {
  readonly label: string;
  readonly href?: string;
}

/** The button of a page with a single card. */
export function HomeButton({ label, href = '/' }: HomeButtonProps) {
  return (
    <ButtonLink variant="primary" size="lg" block href={href}>
      {label}
    </ButtonLink>
  );
}
