import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { day, second } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import type { CompletePasskeySignIn } from './sign-in-by-passkey.ts';

export function passkeysCapability(core: Core, completeSignIn: CompletePasskeySignIn): Capability {
  const { passkeys } = core.evidence;
  // After the first pages: nothing of it is needed to start.
  const warmUp: Job = {
    everyMs: day,
    removes: 'nothing',
    firstAfterMs: 5 * second,
    failure: 'the check of passkeys is not ready',
    run: () => passkeys.warmUp(),
  };
  return { routes: [passkeysRoutes(core, completeSignIn)], jobs: passkeys.isOn ? [warmUp] : [] };
}
