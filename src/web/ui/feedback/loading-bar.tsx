import css from './loading-bar.module.css';

/** The 2 px bar at the top of the page while requests run; it appears after 200 ms. */
export function LoadingBar({ active, label }: { readonly active: boolean; readonly label: string }) {
  return active ? (
    <div className={css['bar']}>
      <progress className={css['said']} aria-label={label} />
    </div>
  ) : undefined;
}
