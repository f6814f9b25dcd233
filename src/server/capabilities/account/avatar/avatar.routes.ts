import { avatarEndpoints } from '#contract/account/avatar/avatar.ts';
import { avatarSchemas } from '#contract/account/avatar/avatar.schemas.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { beginAvatar, type BeginAvatarDeps } from './begin-avatar.ts';
import { finishAvatar, type FinishAvatarDeps } from './finish-avatar.ts';

/** The calls before and after an upload. The upload itself is no call of the contract: `app/pages/avatar-files.ts`. */
export function avatarRoutes(deps: BeginAvatarDeps & FinishAvatarDeps): BoundCalls {
  return implement(avatarEndpoints, avatarSchemas, {
    beginProfileImage: (call) => beginAvatar(deps, call.session, { ...call.body, browser: call.browser }),
    finishProfileImage: async (call) => ({
      profileImage: await finishAvatar(deps, call.session, { sign: call.body.sign, origin: call }),
    }),
  });
}
