import { beginDocument, hearOfChange, leaveDocument, markKey, needsNewDocument, startAnew } from '#web/lib/person-state.ts';
import { isForVisitors } from '#web/lib/session.ts';

/** Keeps what is on screen with who is here: at the start, when another tab tells, and when the browser brings a page back (ADR 39). */
export function followPerson(): void {
  beginDocument();
  addEventListener('storage', ({ key, newValue }) => {
    if (key === markKey && newValue !== null) void hearOfChange(newValue, isForVisitors(location.pathname));
  });
  addEventListener('pagehide', leaveDocument);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && needsNewDocument('')) startAnew();
  });
  // Back to a page that this document has shown to somebody else.
  addEventListener('popstate', () => {
    if (needsNewDocument(location.pathname)) startAnew();
  });
}
