import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { readAccessToken } from './tokens/access-token.ts';
import { openidErasures } from './erase-openid.ts';
import { createOpenid, type Openid } from './openid.ts';
import { openidRoutes } from './openid.routes.ts';
import { aroundMs, provenKey } from './tokens/possession.ts';
import { createSeenProofs } from '#server/platform/limits/claims/seen-proofs.ts';
import type { RenderPage } from './provider.ts';
import { accountOfSubject, appOfToken, signEvents } from './signal-sources.ts';
import { createSessionEnds, tellSessionEnds, type SessionEnds } from './tell-session-ends.ts';
import type { DesktopCode } from '#server/core/apps/openid/desktop-code.ts';
import { createDesktopCodes } from './devices/desktop-code.ts';
import type { KeyOf, OwnerOf, ReadToken, TokenUse } from '#server/core/apps/openid/token-use.ts';
import type { EmbedHost } from '#server/platform/settings/embedding.ts';

export interface OpenidCapability extends Capability {
  readonly openid: Openid;
  /** The owner of the access token of a request, if the token is alive and the sender may use it. */
  readonly ownerOf: OwnerOf;
  readonly readToken: ReadToken;
  readonly keyOf: KeyOf;
  /** Authorization codes for programs of desktops. */
  readonly codeFor: DesktopCode;
  /** The app of a token for the calls for signals. */
  readonly appOf: (use: TokenUse) => Promise<{ readonly clientId: string; readonly scopes: readonly string[] } | undefined>;
  readonly signals: {
    readonly sign: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
    readonly accountOf: (clientId: string, sub: string) => Promise<string | undefined>;
  };
  readonly sessionEnds: SessionEnds;
  /** Tells apps of ended sessions now. */
  readonly tellSessionEnds: () => Promise<number>;
}

export function openidCapability(
  core: Core,
  {
    renderPage,
    placeOf,
    embedHosts,
  }: { readonly renderPage: RenderPage; readonly placeOf: PlaceOf; readonly embedHosts: readonly EmbedHost[] },
): OpenidCapability {
  const openid = createOpenid({ ...core, renderPage, embedHosts });
  const ends = { ...core, openid };
  const tokens = { ...core.store, apps: core.apps, openid, seen: createSeenProofs(2 * aroundMs) };
  const readToken: ReadToken = (use) => readAccessToken(tokens, use);
  const sessionEnds = createSessionEnds(ends);
  core.events.sessionEnded.subscribe((sessions) => sessionEnds.poke(sessions));
  return {
    openid,
    routes: [openidRoutes({ ...core, openid, placeOf })],
    jobs: [sessionEnds.job],
    erase: openidErasures(core),
    appOf: (use) => appOfToken({ ...core, openid, publicUrl: core.evidence.publicUrl }, use),
    signals: { sign: signEvents(core.store), accountOf: accountOfSubject(core) },
    readToken,
    keyOf: (use, isKnown) => provenKey(tokens, use, isKnown),
    codeFor: createDesktopCodes({ ...core, openid }),
    async ownerOf(use) {
      const found = await readToken(use);
      return typeof found === 'string' ? undefined : found;
    },
    sessionEnds,
    tellSessionEnds: () => tellSessionEnds(ends),
  };
}
