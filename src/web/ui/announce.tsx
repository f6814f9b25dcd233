import { useEffect, useState } from 'react';
import css from './announce.module.css';

export type Politeness = 'polite' | 'assertive';

interface Announcement {
  readonly text: string;
  readonly politeness: Politeness;
}

type Speaker = (announcement: Announcement) => void;

const speakers: Speaker[] = [];

/** Announces a text to screen readers. Repeats a text that is announced again. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  speakers.at(-1)?.({ text, politeness });
}

/**
 * The two live regions. One pair is in the application's root; each open dialog has its own, because content behind a
 * modal dialog is not announced.
 */
export function Announcer() {
  const [said, setSaid] = useState<Announcement>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let waiting: Announcement | undefined;
    const speak: Speaker = (announcement) => {
      // A region speaks when its content changes: empty it first, so that a repetition is a change.
      setSaid(undefined);
      clearTimeout(timer);
      waiting = announcement;
      timer = setTimeout(() => {
        waiting = undefined;
        setSaid(announcement);
      }, 50);
    };
    speakers.push(speak);
    return () => {
      clearTimeout(timer);
      speakers.splice(speakers.indexOf(speak), 1);
      // What a dialog is asked to say while it closes, the page behind it says.
      if (waiting !== undefined) speakers.at(-1)?.(waiting);
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
