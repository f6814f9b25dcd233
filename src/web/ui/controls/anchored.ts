import { useEffect, type RefObject } from 'react';

interface Anchored {
  readonly open: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  /** An element of the top layer with `position: fixed`. */
  readonly panel: RefObject<HTMLElement | null>;
  /** The edge of the anchor to align with; `both`: as wide as the anchor. */
  readonly align: 'start' | 'end' | 'centre' | 'both';
}

const gap = 8;

/** Keeps an open panel under its anchor, or above it if space is missing, and inside the window. */
export function useAnchored({ open, anchor, panel, align }: Anchored): void {
  useEffect(() => {
    if (!open) return undefined;
    const place = () => {
      const [from, box] = [anchor.current?.getBoundingClientRect(), panel.current];
      if (from === undefined || box === null) return;
      if (align === 'both') box.style.width = `${from.width}px`;
      const [width, height] = [box.offsetWidth, box.offsetHeight];
      const left = { start: from.left, both: from.left, end: from.right - width, centre: (from.left + from.right - width) / 2 }[align];
      const below = from.bottom + gap + height <= innerHeight || from.top < height + gap;
      box.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap))}px`;
      box.style.top = `${below ? from.bottom + gap : from.top - gap - height}px`;
    };
    place();
    // In the capture phase: a dialog's body may scroll, and its events do not bubble.
    addEventListener('scroll', place, { passive: true, capture: true });
    addEventListener('resize', place);
    // A sheet moves its fields while it opens.
    addEventListener('transitionend', place);
    return () => {
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
      removeEventListener('transitionend', place);
    };
  }, [open, anchor, panel, align]);
}
