import { renderSVG } from 'uqr';

/** A QR code of a URL, as the source of an image. */
export function qrImage(url: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 1 }))}`;
}
