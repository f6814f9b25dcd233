/** A short message to the person. lib/ draws nothing: the application hangs its toast in here. */
export interface Notice {
  readonly kind: 'success' | 'warning' | 'error';
  readonly text: string;
  /** Stays until it is taken back (offline). */
  readonly sticky?: boolean;
  /** Names the notice, so that it can be taken back. */
  readonly key?: string;
}

let show: (notice: Notice) => void = () => undefined;

/** Shows a notice. */
export function notify(notice: Notice): void {
  show(notice);
}

/** The application says how notices are shown. */
export function showNoticesWith(shower: (notice: Notice) => void): void {
  show = shower;
}
