/** Texts of a page inside a window of the desktop, which are there before any script. */
export const embedded = {
  slow: 'This is taking longer than usual. Try again',
  offline: 'No connection. Trying again…',
  close: 'Done. You can close this window.',
  language: 'Language',
} as const;
