import { useEffect, useState, type ReactNode } from 'react';
import { useAct } from '#web/lib/api/use-act.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { check, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Mark } from '#web/ui/layout/mark.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import css from './mailed-link.module.css';
import { forgetMailedToken, useMailedToken, type LinkPage } from './mailed-token.ts';

interface WayOn {
  readonly href: string;
  readonly label: string;
}

interface MailedLinkCardProps {
  readonly page: LinkPage;
  /** The effect of the link, shown before it happens. */
  readonly title: string;
  readonly lead: string;
  readonly effects?: ReactNode;
  readonly button: string;
  /**
   * Redeems the token; returns its subject, masked.
   * @throws {RefusalError}
   */
  readonly spend: (token: string) => Promise<string>;
  readonly done: { readonly title: string; readonly lead: (target: string) => string; readonly way: (target: string) => WayOn };
  /** The reason why the link is dead (1022), and an alternative. */
  readonly dead: { readonly reason?: string; readonly lead: string; readonly way: WayOn };
  /** Another account has the contact now (1002, 1005); absent for a link that restores none. */
  readonly taken?: string;
}

type Outcome = { readonly kind: 'done'; readonly target: string } | { readonly kind: 'dead' } | { readonly kind: 'taken' };

/**
 * The page of a mailed link: its effects, and one button that triggers them. Opening it changes nothing, because mail
 * scanners also open links.
 */
export function MailedLinkCard(props: MailedLinkCardProps): ReactNode {
  const token = useMailedToken(props.page);
  return <OneLink key={token} token={token} {...props} />;
}

interface OneLinkProps extends MailedLinkCardProps {
  readonly token: string | undefined;
}

function OneLink({ token, page, title, lead, effects, button, spend, done, dead, taken }: OneLinkProps): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  const [outcome, setOutcome] = useState<Outcome>();

  // The pressed button is gone: screen readers continue at the result.
  useEffect(() => {
    if (outcome !== undefined) document.querySelector<HTMLElement>('h1')?.focus();
  }, [outcome]);

  const confirm = (given: string): Promise<void> =>
    act(
      async () => {
        const target = await spend(given);
        forgetMailedToken(page);
        setOutcome({ kind: 'done', target });
      },
      (error) => {
        const kind = error instanceof RefusalError ? endings[error.refusal] : undefined;
        if (kind === undefined) handleRefusal(error);
        else setOutcome({ kind });
      },
    );

  if (outcome?.kind === 'done') {
    return <Ending tone="success" title={done.title} lead={done.lead(outcome.target)} way={done.way(outcome.target)} />;
  }
  if (outcome?.kind === 'taken') return <Ending tone="warning" title={t('ln.taken.h')} lead={taken ?? ''} />;
  if (outcome?.kind === 'dead' || token === '') return <Ending tone="warning" title={t('ln.dead.h')} {...dead} />;
  return (
    <AuthCard title={title} lead={lead}>
      {effects}
      {token === undefined ? (
        <Skeleton />
      ) : (
        <Button variant="primary" size="lg" block busy={busy} onClick={() => void confirm(token)}>
          {button}
        </Button>
      )}
    </AuthCard>
  );
}

/** The effects of the button, as a list. */
export function Effects({ of }: { readonly of: readonly string[] }): ReactNode {
  return (
    <ul className={css['effects']}>
      {of.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}

const endings: Readonly<Partial<Record<RefusalError['refusal'], 'dead' | 'taken'>>> = {
  tokenError: 'dead',
  phoneExists: 'taken',
  emailExists: 'taken',
};

interface EndingProps {
  readonly tone: 'success' | 'warning';
  readonly title: string;
  /** One sentence after the explanation. */
  readonly reason?: string | undefined;
  readonly lead: string;
  readonly way?: WayOn;
}

function Ending({ tone, title, reason, lead, way }: EndingProps): ReactNode {
  return (
    <AuthCard
      title={title}
      lead={
        reason === undefined ? (
          lead
        ) : (
          <>
            {lead}
            <br />
            {reason}
          </>
        )
      }
      mark={<Mark seed={29} size="m" tone={tone} icon={tone === 'success' ? check : triangleExclamationPoint} />}
    >
      {way !== undefined && (
        <ButtonLink variant="primary" size="lg" block href={way.href}>
          {way.label}
        </ButtonLink>
      )}
      {tone === 'warning' && <Support />}
    </AuthCard>
  );
}

/** Renders nothing if the installation names no support. */
function Support(): ReactNode {
  const t = useT();
  const { supportEmail } = appConfig().brand;
  if (supportEmail === '') return null;
  return (
    <p className={css['help']}>
      <Link variant="inline" href={`mailto:${supportEmail}`}>
        {t('vf.contact')}
      </Link>
    </p>
  );
}
