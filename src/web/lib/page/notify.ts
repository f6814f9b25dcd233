/** A short message to the person. lib/ renders nothing: the application registers its toast here. */
export interface Notice {
  readonly kind: 'success' | 'warning' | 'error';
  readonly text: string;
  /** Stays, and returns after other notices, until another one with its key is shown (offline). */
  readonly sticky?: boolean;
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
