import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { appConfig } from '#web/lib/page/app-config.ts';

/** The configured platforms of this installation. */
export function offeredPlatforms(): readonly Platform[] {
  const { social } = appConfig().features;
  return platforms.filter((platform) => social.includes(platform));
}

/** The state of one platform for an account. */
export interface PlatformState {
  readonly platform: Platform;
  readonly isBound: boolean;
  /** The person's name at the platform; '' if nothing is bound, or if there is no name. */
  readonly name: string;
}

/** The offered platforms, plus bound platforms that are no longer offered. */
export function platformStates({ tpls }: Pick<AccountView, 'tpls'>): readonly PlatformState[] {
  const offered = offeredPlatforms();
  return platforms.flatMap((platform) => {
    const bound = tpls.find(({ type }) => type === platform);
    if (bound === undefined && !offered.includes(platform)) return [];
    return [{ platform, isBound: bound !== undefined, name: bound?.name ?? '' }];
  });
}
