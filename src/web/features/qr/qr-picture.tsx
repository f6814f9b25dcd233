import { encode } from 'uqr';
import { useMemo, type ReactNode } from 'react';

interface QrPictureProps {
  readonly url: string;
  readonly label: string;
  /** CSS pixels that it may take at most. */
  readonly room: number;
}

/** Modules of white around a code (ISO/IEC 18004). */
const quiet = 4;

/** A QR code in whole pixels for each module, as cameras read it best. */
export function QrPicture({ url, label, room }: QrPictureProps): ReactNode {
  const { size, path } = useMemo(() => draw(url), [url]);
  const pixels = size * Math.max(1, Math.floor(room / size));
  return (
    <svg role="img" aria-label={label} width={pixels} height={pixels} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="#000" d={path} />
    </svg>
  );
}

function draw(url: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(url, { ecc: 'M', border: quiet });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
