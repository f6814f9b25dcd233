import { useEffect, useState } from 'react';
import css from './announce.module.css';

export type Politeness = 'polite' | 'assertive';

interface Announcement {
  readonly text: string;
  readonly politeness: Politeness;
}

type Speaker = (announcement: Announcement) => void;

const speakers: Speaker[] = [];

/** Says something to people who do not see the page. The same text is said again when it is announced again. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  speakers.at(-1)?.({ text, politeness });
}

/**
 * The two live regions. One stands in the application's root; each open dialog brings its own, because what lies behind a modal dialog is
 * not heard.
 */
export function Announcer() {
  const [said, setSaid] = useState<Announcement>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const speak: Speaker = (announcement) => {
      // A region speaks when its content changes: it is emptied first, so that a repetition is a change.
      setSaid(undefined);
      clearTimeout(timer);
      timer = setTimeout(() => setSaid(announcement), 50);
    };
    speakers.push(speak);
    return () => {
      clearTimeout(timer);
      speakers.splice(speakers.indexOf(speak), 1);
    };
  }, []);

  return (
    <>
      <div className={css['region']} aria-live="polite">
        {said?.politeness === 'polite' && said.text}
      </div>
      <div className={css['region']} aria-live="assertive">
        {said?.politeness === 'assertive' && said.text}
      </div>
    </>
  );
}
