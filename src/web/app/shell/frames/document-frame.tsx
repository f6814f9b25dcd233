import { Footer } from '#web/app/shell/footer.tsx';
import type { FrameProps } from './frame-props.ts';
import { OpenHeader } from '#web/app/shell/open-header.tsx';
import css from './document-frame.module.css';
import { SkipLink } from '#web/app/shell/skip-link.tsx';

/** A page of text. */
export function DocumentFrame({ route, children }: FrameProps) {
  return (
    <>
      <SkipLink />
      <OpenHeader route={route} />
      <main id="main" tabIndex={-1} className={css['main']}>
        {children}
      </main>
      <Footer />
    </>
  );
}
