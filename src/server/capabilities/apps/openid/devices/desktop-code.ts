import { desktopScope, isScope, type Scope } from '#contract/vocabulary/scopes.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { holdDevice } from '#server/core/protection/devices/devices.guarded.ts';
import type { DesktopCaller, DesktopCode, WantedCode } from '#server/core/apps/openid/desktop-code.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { noteProgram } from '#server/core/apps/openid/records.guarded.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { strengthOf } from '../tokens/assurance.ts';
import { authorizer } from '../tokens/authorizer.ts';
import { askedLines, divideLines, grantLines, linesBeyond, linesOf, type Wanted } from '../interactions/consent-lines.ts';
import { desktopSession, type InteractionDeps } from '../interactions/interactions.ts';
import { lacksAbroad, requireOpenApp } from '../clients/open-app.ts';

/** How long the consent page waits. */
const askedMs = 10 * minute;

/**
 * Makes an authorization code of an app for a program of a desktop: S256, once, for 60 s, in a grant of that device. If
 * the person has not allowed the app all of it, the answer is the consent page of only this account.
 *
 * App, program, address → consent → one transaction: account and device still as they were, grant, audit, notice, code.
 *
 * @throws {Refusal} badRequest for an unknown address or scope, forbidden for a program that is not listed, appStateRefuses,
 * unauthorized for a device that has just ended
 */
export function createDesktopCodes(deps: InteractionDeps): DesktopCode {
  return async (caller, wanted) => {
    const client = await findFor(deps, wanted);
    await requireOpenApp(deps, { clientId: client.id, person: caller.session.account });
    const asked: Wanted = { client, scope: [...new Set<Scope>(['openid', ...wanted.scopes])].join(' '), claims: '' };
    const lines = await allowedLines(deps, caller, asked);
    return lines === undefined
      ? { continue: await askPerson(deps, caller, { asked, wanted }) }
      : { code: await makeCode(deps, caller, { asked, wanted, lines }) };
  };
}

async function findFor({ apps, openid }: InteractionDeps, wanted: WantedCode): Promise<OpenidClient> {
  const client = await apps.clients.find(wanted.clientID);
  if (client === undefined || !client.programs.includes(wanted.program))
    throw new Refusal('forbidden', { reason: 'not a program of this app' });
  const provider = await openid.provider();
  const registered = await provider.Client.find(client.id);
  if (registered?.redirectUriAllowed(wanted.redirectUri) !== true) throw new Refusal('badRequest', { reason: 'redirectUri' });
  // A desktop never hands its own powers on.
  const isRight = wanted.scopes.every((scope) => scope !== desktopScope && client.scopes.includes(scope));
  if (!isRight) throw new Refusal('badRequest', { reason: 'scopes' });
  return client;
}

/** The lines that the person has allowed, or all for a part of the system; undefined where something is to be asked. */
async function allowedLines(deps: InteractionDeps, { session }: DesktopCaller, asked: Wanted) {
  const { accountId, account } = session;
  const { id: clientId } = asked.client;
  if (await lacksAbroad(deps, { clientId, accountId })) return undefined;
  const consent = await deps.apps.consents.find({ accountId, clientId });
  const lines = askedLines(asked, account, consent);
  const all = divideLines(
    lines,
    lines.map(({ name }) => name),
  ).chosen;
  if (asked.client.firstParty) return all;
  return consent !== undefined && lines.every(({ allowed, missing }) => allowed || missing)
    ? linesOf(consent).filter((line) => all.includes(line))
    : undefined;
}

async function makeCode(
  deps: InteractionDeps,
  caller: DesktopCaller,
  { asked, wanted, lines }: { readonly asked: Wanted; readonly wanted: WantedCode; readonly lines: ReturnType<typeof linesOf> },
): Promise<string> {
  const {
    store: { db, clock },
    openid,
  } = deps;
  const { session } = caller;
  const { accountId, desktop } = session;
  const provider = await openid.provider();
  const { acr, loginTs: authTime } = strengthOf(session);
  return db.tx(async () => {
    await lockCredentials(db, session);
    const at = clock.now();
    if (!(await holdDevice(db, { id: desktop.deviceId, accountId, at })))
      throw new Refusal('unauthorized', { reason: 'the device has just ended' });
    const grantId = await grantOf(deps, caller, { asked, lines });
    const code = new provider.AuthorizationCode({
      accountId,
      gty: 'authorization_code',
      // oxlint-disable-next-line typescript/no-non-null-assertion -- `findFor` has found it
      client: (await provider.Client.find(asked.client.id))!,
      grantId,
      acr,
      authTime,
      codeChallenge: wanted.codeChallenge,
      codeChallengeMethod: 'S256',
      redirectUri: wanted.redirectUri,
      scope: lines.filter(isScope).join(' '),
      ...(wanted.nonce === undefined ? {} : { nonce: wanted.nonce }),
      ...(wanted.dpopJkt === undefined ? {} : { dpopJkt: wanted.dpopJkt }),
    });
    const value = await code.save();
    await noteCode(deps, caller, { clientId: asked.client.id, program: wanted.program });
    return value;
  });
}

/** The grant of this app on this device: the one that covers the lines, or a new one. */
async function grantOf(
  deps: InteractionDeps,
  { session, origin }: DesktopCaller,
  { asked, lines }: { readonly asked: Wanted; readonly lines: ReturnType<typeof linesOf> },
): Promise<string> {
  const {
    store: { db, clock, keyring },
    apps: { records, consents },
    openid,
    journal: { audit },
  } = deps;
  const { accountId, sessionId, account, desktop } = session;
  const { client } = asked;
  const provider = await openid.provider();
  const known = (await records.programs({ accountId, credentialEpoch: account.credentialEpoch })).filter(
    ({ clientId, deviceId }) => clientId === client.id && deviceId === desktop.deviceId,
  );
  for (const { id, sealed } of known) {
    const { jti }: { readonly jti?: string } = JSON.parse(keyring.open('openid:Grant', sealed));
    const grant = jti === undefined ? undefined : await provider.Grant.find(jti);
    const scopes = lines.filter(isScope).join(' ');
    if (jti === undefined || grant === undefined || grant.getOIDCScopeFiltered(new Set(scopes.split(' '))) !== scopes) continue;
    await noteProgram(db, { id, at: clock.now() });
    return jti;
  }
  const whose = { accountId, clientId: client.id };
  const before = await consents.find(whose);
  if (client.firstParty) {
    const scopes = [...new Set([...(before?.scopes ?? []), ...lines.filter(isScope)])];
    const more = [...new Set([...(before?.more ?? []), ...linesBeyond(lines)])];
    await consents.allow({ ...whose, scopes, more, at: clock.now() });
  }
  const grant = new provider.Grant({ accountId, clientId: client.id });
  grantLines(grant, asked, new Set(lines));
  const grantId = await authorizer.run({ session, deviceId: desktop.deviceId }, () => grant.save());
  const detail = { client: client.id, scopes: lines.join(' '), by: 'desktop' };
  await audit.record({ event: 'app.allowed', accountId, sessionId, origin, detail });
  if (known.length === 0) {
    const by = { clientIp: origin.clientIp, userAgent: origin.userAgent, lang: account.language };
    await tellOwner(deps, { account, event: 'appAllowed', by, ways: [], name: client.name[account.language] });
  }
  return grantId;
}

/** A row of the trail for a client and a device, once an hour. */
async function noteCode(
  { store: { db, clock }, journal: { audit } }: InteractionDeps,
  { session, origin }: DesktopCaller,
  { clientId, program }: { readonly clientId: string; readonly program: string },
): Promise<void> {
  const { accountId, sessionId, desktop } = session;
  const at = clock.now();
  const id = sha256(`${desktop.deviceId} ${clientId} ${Math.floor(at / hour)}`);
  if (!(await claimOnce(db, { kind: 'desktop-code', id, at, expiresAt: at + hour }))) return;
  await audit.record({ event: 'desktop.code', accountId, sessionId, origin, detail: { client: clientId, program } });
}

/** A request that any browser of this account can answer, on the consent page. It brings no code: the desktop asks again. */
async function askPerson(
  { openid }: InteractionDeps,
  { session: { accountId } }: DesktopCaller,
  { asked, wanted }: { readonly asked: Wanted; readonly wanted: WantedCode },
): Promise<string> {
  const provider = await openid.provider();
  const now = Math.floor(Date.now() / second);
  const uid = newToken();
  // The types of the library know only how to read one; it makes them in this way itself.
  const Interaction = provider.Interaction as unknown as new (uid: string, payload: object) => InstanceType<typeof provider.Interaction>;
  const interaction = new Interaction(uid, {
    returnTo: '/pc-application',
    prompt: { name: 'consent', reasons: ['op_scopes_missing'], details: {} },
    params: { client_id: asked.client.id, scope: asked.scope, redirect_uri: wanted.redirectUri },
    session: { accountId, uid: desktopSession, cookie: '' },
    iat: now,
    exp: now + askedMs / second,
  });
  await interaction.save(askedMs / second);
  return `/consent?interaction=${encodeURIComponent(uid)}`;
}
