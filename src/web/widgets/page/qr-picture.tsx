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
  const { size, image } = useMemo(() => draw(url), [url]);
  const pixels = size * Math.max(1, Math.floor(room / size));
  return <img src={image} alt={label} width={pixels} height={pixels} />;
}

function draw(url: string): { readonly size: number; readonly image: string } {
  const { data, size } = encode(url, { ecc: 'M', border: quiet });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
  return { size, image: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}
