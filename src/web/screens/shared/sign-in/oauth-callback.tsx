import type { ReactNode } from 'react';
import { platforms } from '#contract/vocabulary/platforms.ts';
import { ArrivalCard } from '#web/features/account/social-accounts/arrival-card.tsx';
import { useParams } from '#web/lib/page/router.ts';

/** /oauth/callback/{platform}: the page that a platform redirects to. */
export function OauthCallbackScreen(): ReactNode {
  const named = useParams()['platform'];
  const platform = platforms.find((known) => known === named);
  return platform === undefined ? null : <ArrivalCard platform={platform} />;
}
