/** Milliseconds (brief 8): a removed row loses its height; with reduced motion it only fades. */
const leaveMs = { full: 240, reduced: 120 } as const;

/**
 * Removes a row from its list: it collapses, `remove` deletes it from the data, and the focus goes to the first control
 * of the next row, of the previous row, or to the page's heading.
 */
export async function leaveList(row: Element, remove: () => void): Promise<void> {
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const { height } = row.getBoundingClientRect();
  const frames = isReduced ? { opacity: [1, 0] } : { height: [`${height}px`, '0'], opacity: [1, 0], overflow: ['clip', 'clip'] };
  const leaving = row.animate(frames, { duration: isReduced ? leaveMs.reduced : leaveMs.full, easing: 'ease-out', fill: 'forwards' });
  // Canceled if the page is left meanwhile.
  await leaving.finished.catch(() => undefined);
  remove();
  const next = neighbor?.querySelector<HTMLElement>('button, a') ?? document.querySelector<HTMLElement>('h1');
  next?.focus();
}
