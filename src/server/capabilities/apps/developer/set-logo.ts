import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { limits } from '#contract/limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changedElsewhere, presentOf, writeChange } from './change-app.ts';
import { requireOwnApp, requireState, type Developer, type DeveloperDeps, type Logos } from './developer.ts';

/** Pixels: twice the size on pages. */
const logoEdge = 112;
/** Bytes of the drawn picture. */
const mostBytes = 20 * 1024;

/** @throws {Refusal} notFound, appStateRefuses, tooFrequent */
export async function beginLogo(
  deps: DeveloperDeps & { readonly logos: Logos },
  { session, origin: { browser } }: Developer,
  { id, ...file }: { readonly id: string; readonly filetype: string; readonly size?: number | undefined },
): Promise<{ sign: string; uploadUrl: string; maxBytes: number }> {
  requireState(await requireOwnApp(deps, session, id));
  const begun = await deps.logos.begin(session, { ...file, browser });
  return { ...begun, maxBytes: limits.logoMaxBytes };
}

/**
 * Makes the uploaded picture the logo; on a live app it waits for a review.
 * @throws {Refusal} notFound, appStateRefuses, changedElsewhere, tokenError, avatarRefused
 */
export async function finishLogo(
  deps: DeveloperDeps & { readonly logos: Logos },
  developer: Developer,
  { id, version, sign }: { readonly id: string; readonly version: number; readonly sign: string },
): Promise<OwnApp> {
  const app = await requireOwnApp(deps, developer.session, id);
  requireState(app);
  if (app.version !== version) throw await changedElsewhere(deps, app);
  const drawn = await deps.logos.draw(developer.session, { sign, edge: logoEdge });
  if (drawn.length > mostBytes) throw new Refusal('avatarRefused', { reason: 'too many details' });
  const icon = `data:image/webp;base64,${drawn.toString('base64')}`;
  return writeChange(deps, developer, { app, wanted: { ...(await presentOf(deps, app)), icon } });
}
