import type { AccountView } from '#contract/schemas/account.ts';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { appConfig } from '#web/lib/app-config.ts';

/** The platforms that this installation is configured for. */
export function offeredPlatforms(): readonly Platform[] {
  const { social } = appConfig().features;
  return platforms.filter((platform) => social.includes(platform));
}

/** One platform as an account sees it. */
export interface PlatformState {
  readonly platform: Platform;
  readonly isBound: boolean;
  /** As the person is called there; '' where nothing is bound, or where they have no name. */
  readonly name: string;
}

/** The platforms that are offered, and those that the account is bound to even if they are not any more. */
export function platformStates({ tpls }: Pick<AccountView, 'tpls'>): readonly PlatformState[] {
  const offered = offeredPlatforms();
  return platforms.flatMap((platform) => {
    const bound = tpls.find(({ type }) => type === platform);
    if (bound === undefined && !offered.includes(platform)) return [];
    return [{ platform, isBound: bound !== undefined, name: bound?.name ?? '' }];
  });
}
