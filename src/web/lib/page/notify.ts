/** A short message to the person. lib/ renders nothing: the application registers its toast here. */
export interface Notice {
  readonly kind: 'success' | 'warning' | 'error';
  readonly text: string;
  /** Stays until it is withdrawn (offline). */
  readonly sticky?: boolean;
  /** Identifies the notice for its withdrawal. */
  readonly key?: string;
}

let show: (notice: Notice) => void = () => undefined;

/** Shows a notice. */
export function notify(notice: Notice): void {
  show(notice);
}

/** Registers the function that shows notices. */
export function showNoticesWith(shower: (notice: Notice) => void): void {
  show = shower;
}
