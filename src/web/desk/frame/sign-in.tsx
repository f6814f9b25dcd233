import { tabStore } from '#web/lib/browser/browser.ts';
import { OwnMark } from '#web/ui/marks/own-mark.tsx';
import { t } from '#web/desk/texts.ts';
import css from './frame.module.css';

/** Why the page of the way in is there. */
export type SignInReason = 'none' | 'out' | 'proof' | 'stranger' | 'weak' | 'held' | 'way';

const words = {
  none: ['dk.h', 'dk.enter.lead'],
  out: ['dk.h', 'dk.out'],
  proof: ['dk.proof', 'dk.proof.lead'],
  stranger: ['dk.refused.stranger', 'dk.refused.stranger.lead'],
  weak: ['dk.refused.weak', 'dk.refused.weak.lead'],
  held: ['dk.h', 'dk.hold'],
  way: ['dk.refused.way', 'dk.refused.way.lead'],
} as const;

const wayBack = 'desk-way-back';

/** The page where a member went on to prove to be it: an address of the desk, which names nobody. */
export function takeWayBack(): string {
  const path = tabStore.getItem(wayBack) ?? '';
  tabStore.removeItem(wayBack);
  return path.startsWith('/desk/') ? path : '/desk';
}

/** The way in: a sign-in through the product, in a document of its own. */
export function SignIn({ reason }: { readonly reason: SignInReason }) {
  const [title, lead] = words[reason];
  return (
    <main className={css['gate']}>
      <OwnMark size={44} />
      <h1>{t(title)}</h1>
      <p>{t(lead)}</p>
      <a href="/desk/in" className={css['gateLink']} onClick={() => reason === 'proof' && tabStore.setItem(wayBack, location.pathname)}>
        {t('dk.enter')}
      </a>
    </main>
  );
}
