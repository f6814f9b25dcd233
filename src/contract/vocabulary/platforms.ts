/** The social platforms (contract 3). */
export const platforms = ['wechat', 'weibo', 'qq'] as const;

export type Platform = (typeof platforms)[number];

/** Return path from a platform: one page per platform, so that none can answer for another. */
export function callbackPath(platform: Platform): string {
  return `/oauth/callback/${platform}`;
}
