type DeviceType = 'unknown' | 'pc' | 'tablet' | 'notebook' | 'phone';

/** A browser's simple self-description; '' for an unknown part. */
export interface BrowserDescription {
  readonly name: string;
  readonly type: DeviceType;
  readonly os: string;
  readonly osVersion: string;
}

const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Version\/[\d.]+.*Safari\//],
];

const systems: readonly (readonly [os: string, mark: RegExp, type: DeviceType])[] = [
  ['iPadOS', /iPad; CPU OS ([\d_]+)/, 'tablet'],
  ['iOS', /iPhone OS ([\d_]+)/, 'phone'],
  ['HarmonyOS', /HarmonyOS ?([\d.]*)/, 'phone'],
  ['Android', /Android ([\d.]+)/, 'phone'],
  // Frozen by browsers: the number is meaningless.
  ['Windows', /Windows NT()/, 'pc'],
  ['macOS', /Macintosh()/, 'pc'],
  ['ChromeOS', /CrOS()/, 'notebook'],
  ['Linux', /Linux()/, 'pc'],
];

/** Reads a User-Agent header (RFC 9110 section 10.1.5). */
export function describeUserAgent(userAgent: string): BrowserDescription {
  const name = browsers.find(([, mark]) => mark.test(userAgent))?.[0] ?? '';
  for (const [os, mark, type] of systems) {
    const found = mark.exec(userAgent);
    if (found === null) continue;
    const isTablet = os === 'Android' && !userAgent.includes('Mobile');
    return { name, os, osVersion: (found[1] ?? '').replaceAll('_', '.'), type: isTablet ? 'tablet' : type };
  }
  return { name, os: '', osVersion: '', type: 'unknown' };
}
