import { beginDocument, hearOfChange, leaveDocument, markKey, needsNewDocument, startAnew } from '#web/lib/person/person-state.ts';
import { isForVisitors } from '#web/lib/person/session.ts';

/**
 * Updates the page when the person changes: at the start, on news from another tab, and when the browser restores a
 * page (ADR 39).
 */
export function followPerson(): void {
  beginDocument();
  addEventListener('storage', ({ key, newValue }) => {
    if (key === markKey && newValue !== null) void hearOfChange(newValue, isForVisitors(location.pathname));
  });
  addEventListener('pagehide', leaveDocument);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && needsNewDocument('')) startAnew();
  });
  // Back leads to a page that this document showed to another person.
  addEventListener('popstate', () => {
    if (needsNewDocument(location.pathname)) startAnew();
  });
}
