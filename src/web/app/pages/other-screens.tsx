import type { ComponentType } from 'react';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';
import type { Screens } from './screens.ts';

export { redirects, routes } from './routes.ts';

type Load = () => Promise<Screens>;
type Loads = Readonly<Record<string, Load>>;

/** Files of the features that are a whole page. */
const panels: Readonly<Record<string, Load>> = import.meta.glob<Screens>([
  '../../features/account/{contacts/activate-email-card,deletion/receipt-card,social-accounts/arrival-card}.tsx',
  '../../features/account/{profile/lists/mobile-edit,upgrade/undo-merge-card,upgrade/upgrade-steps}.tsx',
  '../../features/apps/{consent/consent-card,consent/oauth-error,consent/sign-out-form,link/device-link}.tsx',
  '../../features/apps/developer/{overview,app-secrets/app-secrets,guides/guides,guides/scope-guide,home/developer-home}.tsx',
  '../../features/apps/developer/{logs/logs,registration/register-form,settings/settings,streams/streams,testers/testers}.tsx',
  '../../features/apps/developer/try-it/{try-answer,try-it}.tsx',
  '../../features/{protection/claims/notice-card,rights/family/guardian-card,sign-in/qr/qr-approval}.tsx',
]);

/** Files of the features that are a page below its name. */
const headedPanels: Readonly<Record<string, Load>> = import.meta.glob<Screens>([
  '../../features/{account/agreements/agreements-list,apps/apps/app-detail,apps/settings/settings-list}.tsx',
  '../../features/{protection/activity/activity-list,protection/notices/notices-form,sign-in/passkeys/passkeys-card}.tsx',
  '../../features/rights/{family/family-panel,requests/request-list,requests/request-thread}.tsx',
]);

const files: Readonly<Record<string, Load>> = import.meta.glob<Screens>([
  '#web/screens/**/*.tsx',
  '!#web/screens/**/parts/*.tsx',
  '!#web/screens/**/{login,register,home}.tsx',
]);

/** The screens that are seldom the first, by the names that routes use. */
export const screens: Readonly<Record<string, Load | undefined>> = {
  ...byName(files),
  ...byName(panels),
  ...byName(headedPanels, (load) => async () => ({ screen: belowName(await load()) })),
};

function byName(loads: Loads, change = (load: Load): Load => load): Loads {
  return Object.fromEntries(
    Object.entries(loads).map(([file, load]) => [file.replaceAll(/^.*\/(?:screens|features)\/|\.tsx$/g, ''), change(load)]),
  );
}

function belowName(module: Screens): ComponentType {
  const [Panel = PageHead] = Object.values(module);
  return () => (
    <Stack>
      <PageHead />
      <Panel />
    </Stack>
  );
}
