/** Our mark, in the theme’s accent color. */
export function OwnMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <circle cx="14" cy="14" r="14" fill="var(--accent-solid)" />
      <path
        d="M14.6 4.6c5.1.2 8.9 4.3 8.7 9.5-.2 5-4.2 9-9.3 8.9-5.2-.1-9.1-4.2-9-9.3.1-3.4 1.9-6.3 4.6-7.9M14.5 8.7c3 .1 5.2 2.5 5.1 5.5-.1 2.9-2.5 5.2-5.5 5.1-3-.1-5.2-2.5-5.1-5.5 0-1.7.8-3.2 2.1-4.1"
        fill="none"
        stroke="var(--text-on-solid)"
        strokeWidth="1.65"
        strokeLinecap="round"
      />
      <circle cx="14.2" cy="14" r="1.9" fill="var(--text-on-solid)" />
    </svg>
  );
}
