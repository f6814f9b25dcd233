import { encode } from 'uqr';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import css from './follow.module.css';

interface FollowCodeProps {
  /** The address of the account's own code; without it the one for everybody, as the server draws it. '' where there is none. */
  readonly of?: string | undefined;
  readonly onMissing: () => void;
}

/** The QR code for following on a social app. `onMissing` is called where this installation has none. */
export function FollowCode({ of, onMissing }: FollowCodeProps): ReactNode {
  const t = useT();
  useEffect(() => {
    if (of === '') onMissing();
  }, [of, onMissing]);
  if (of !== undefined && of !== '') return <OwnCode address={of} />;
  return (
    <img
      src="/follow-qr.svg"
      alt={t('foot.followHint')}
      width={200}
      height={200}
      className={css['code']}
      // Drawn by the server, it may have failed before the application ran.
      ref={(image) => {
        if (image?.complete === true && image.naturalWidth === 0) onMissing();
      }}
      onError={onMissing}
    />
  );
}

function OwnCode({ address }: { readonly address: string }): ReactNode {
  const t = useT();
  const { path, size } = useMemo(() => drawn(address), [address]);
  return (
    <svg role="img" aria-label={t('foot.followHint')} viewBox={`0 0 ${size} ${size}`} width={200} height={200} className={css['code']}>
      <path d={path} />
    </svg>
  );
}

/** One square for each dark module. */
function drawn(address: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(address, { border: 1 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), size };
}
