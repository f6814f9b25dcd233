import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { accountKey, useAccount } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import css from './claim-banner.module.css';
import { claimTexts, stoppedKey } from './way-text.ts';

type OpenClaim = AccountView['claims'][number];

/** The requests that wait, above each page of the account that they are about: its owner stops them here. */
export function ClaimBanner(): ReactNode {
  const { data: account } = useAccount();
  return account?.claims.map((claim) => <Banner key={claim.id} claim={claim} />);
}

function Banner({ claim }: { readonly claim: OpenClaim }): ReactNode {
  const t = useT();
  const { busy, stop } = useStopping(claim);
  const { title, what } = claimTexts(claim);
  return (
    <section aria-label={title} className={css['banner']}>
      <Notice
        tone="danger"
        title={title}
        action={
          <Button variant="danger" size="sm" busy={busy} onClick={stop}>
            {t('nt.stop')}
          </Button>
        }
      >
        {what}
      </Notice>
    </section>
  );
}

/** A session that knows only the way that opened the claim shows another one first. */
function useStopping(claim: OpenClaim): { readonly busy: boolean; readonly stop: () => void } {
  const { id } = claim;
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    const ended = await withProof({}, () => call(claimsEndpoints.stopClaim, { body: { id } }));
    if (ended === undefined) return;
    const isStopped = ended.state === 'stopped';
    notify({ kind: isStopped ? 'success' : 'warning', text: translate(isStopped ? stoppedKey(claim) : 're.over') });
    flushSync(() =>
      accountCache.setQueryData<AccountView>(
        accountKey,
        (account) => account && { ...account, claims: account.claims.filter((each) => each.id !== id) },
      ),
    );
    if (isFocusLost()) document.querySelector('h1')?.focus();
  }
  const stop = (): void => {
    setBusy(true);
    run()
      .catch((error: unknown) => handleRefusal(error))
      .finally(() => setBusy(false));
  };
  return { busy, stop };
}
