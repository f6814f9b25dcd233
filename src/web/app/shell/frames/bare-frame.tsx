import { classes } from '#web/ui/classes.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { Rings } from '#web/ui/layout/rings.tsx';
import css from './bare-frame.module.css';
import { Footer } from '#web/app/shell/footer.tsx';
import type { FrameProps } from './frame-props.ts';
import { OpenHeader } from '#web/app/shell/open-header.tsx';
import { SkipLink } from '#web/app/shell/skip-link.tsx';

/** One card in front of the growth rings: sign-in, registration, results, errors (brief 2). */
export function BareFrame({ route, children }: FrameProps) {
  // The window of an app has room only for the question (OpenID Connect Core 3.1.2.1).
  const isPopup = useQuery().get('display') === 'popup';
  return (
    <div className={css['page']}>
      <SkipLink />
      <Rings seed={seedOf(route.path)} place="backdrop" />
      {!isPopup && <OpenHeader route={route} bare />}
      <main id="main" tabIndex={-1} className={classes(css['main'], route.centered && css['centered'])}>
        {children}
      </main>
      {!isPopup && <Footer bare inApp={route.guard === 'account'} />}
    </div>
  );
}

/** A different tree for every page, and always the same one for the same page. */
function seedOf(path: string): number {
  let seed = 7;
  for (const character of path) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return seed;
}
