import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import type { FrameProps } from './frame-props.ts';
import { Header } from './header.tsx';
import css from './document-frame.module.css';
import { SkipLink } from './skip-link.tsx';

/** A page of text. */
export function DocumentFrame({ children }: FrameProps): ReactNode {
  return (
    <>
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className={css['main']}>
        {children}
      </main>
      <Footer />
    </>
  );
}
