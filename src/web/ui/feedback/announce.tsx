import { useEffect, useState } from 'react';
import css from './announce.module.css';

export type Politeness = 'polite' | 'assertive';

interface Announcement {
  readonly text: string;
  readonly politeness: Politeness;
}

type Speaker = (announcement: Announcement | undefined) => void;

const speakers: Speaker[] = [];

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Announces a text to screen readers. Repeats a text that is announced again. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // A region speaks when its content changes: empty it first, so that a repetition is a change.
  for (const speak of speakers) speak(undefined);
  clearTimeout(waiting);
  // By then a dialog that closes is gone, and the page behind it speaks.
  waiting = setTimeout(() => speakers.at(-1)?.({ text, politeness }), 150);
}

/**
 * The two live regions. One pair is in the application's root; each open dialog has its own, because content behind a
 * modal dialog is not announced.
 */
export function Announcer() {
  const [said, setSaid] = useState<Announcement>();

  useEffect(() => {
    speakers.push(setSaid);
    return () => void speakers.splice(speakers.indexOf(setSaid), 1);
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
