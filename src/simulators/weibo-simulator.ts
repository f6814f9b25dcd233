import { minute, type Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { brokenProfileSwitches, sendProfile } from './broken-profiles.ts';
import { backTo, consentPage, decisionOf } from './consent-page.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import { personOf, portrait, weiboIdOf } from './people.ts';
import { json, noFaults, type SimulatedAnswer, type SimulatedRequest, type SimulatedService } from './simulated-http.ts';
import { page } from './simulated-page.ts';

/** Required configuration of our side. */
export const weiboApp = { id: '1352222456', secret: 'simulated-weibo-secret' } as const;

/** Weibo: the token only by POST, the exact redirect URL, errors as HTTP 400. */
export function createWeiboSimulator(clock: Clock): SimulatedService {
  const codes = createOneTimeCodes(clock);
  const tokens = new Map<string, string>();
  const revoked = new Set<string>();
  const faults = noFaults();

  function fail(code: number, error: string, request: string): SimulatedAnswer {
    return json({ error, error_code: code, error_description: error, request }, 400);
  }

  function authorize({ query }: SimulatedRequest): SimulatedAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== weiboApp.id) return page('Weibo: 21324 invalid_client', '');
    // The ending of the registered URL; for any other, Weibo shows its own page.
    if (!redirectUri.endsWith('/oauth/callback/weibo')) return page('Weibo: 21322 redirect_uri_mismatch', '');
    if (query.get('response_type') !== 'code') {
      return backTo(redirectUri, { error: 'unsupported_response_type', error_code: '21329', error_description: 'unsupported' });
    }
    return consentPage('weibo', query);
  }

  function decide(request: SimulatedRequest): SimulatedAnswer {
    const { query } = request;
    const { decision, trouble, person } = decisionOf(request);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = decision === 'wrongState' ? newId() : (query.get('state') ?? '');
    if (decision === 'refuse') {
      return backTo(redirectUri, { state, error: 'access_denied', error_code: '21330', error_description: 'user denied your request.' });
    }
    return backTo(redirectUri, { state, code: codes.issue({ person, app: weiboApp.id, redirectUri, trouble }, 10 * minute) });
  }

  function token(request: SimulatedRequest): SimulatedAnswer {
    const path = '/oauth2/access_token';
    if (request.method !== 'POST') return fail(21323, 'invalid_request', path);
    const form = new URLSearchParams(request.body);
    if (form.get('client_id') !== weiboApp.id || form.get('client_secret') !== weiboApp.secret) return fail(21324, 'invalid_client', path);
    const redeemed = codes.redeem(form.get('code') ?? '');
    if (redeemed.outcome !== 'good') return fail(21325, 'invalid_grant', path);
    if (redeemed.redirectUri !== form.get('redirect_uri')) return fail(21322, 'redirect_uri_mismatch', path);
    if (redeemed.trouble === 'limited') return fail(20003, "User doesn't exists", path);
    const accessToken = `2.00${newId()}`;
    tokens.set(accessToken, redeemed.person);
    // Lives of a normal application; web applications get no refresh_token.
    const expiry = { remind_in: '2592000', expires_in: 2_592_000 };
    return json({ access_token: accessToken, ...expiry, uid: weiboIdOf(redeemed.person), isRealName: 'true' });
  }

  function tokenInfo({ body, method }: SimulatedRequest): SimulatedAnswer {
    const path = '/oauth2/get_token_info';
    const accessToken = new URLSearchParams(body).get('access_token') ?? '';
    const person = tokens.get(accessToken);
    if (method !== 'POST' || person === undefined) return fail(21315, 'token_expired', path);
    if (revoked.has(accessToken)) return fail(21319, 'Accessor was revoked', path);
    const expiry = { create_at: Math.floor(clock.now() / 1000), expire_in: 2_592_000 };
    return json({ uid: Number(weiboIdOf(person)), appkey: weiboApp.id, scope: null, ...expiry });
  }

  /** The person removes the application in the settings of Weibo, which reports it, unsigned. Returns the report. */
  function withdraw({ query }: SimulatedRequest): SimulatedAnswer {
    const person = query.get('person') ?? '1';
    for (const [accessToken, owner] of tokens) if (owner === person) revoked.add(accessToken);
    const told = { source: weiboApp.id, uid: weiboIdOf(person), auth_end: String(Math.floor(clock.now() / 1000)) };
    return { body: new URLSearchParams(told).toString() };
  }

  function profile({ query, origin }: SimulatedRequest): SimulatedAnswer {
    const accessToken = query.get('access_token') ?? '';
    const person = tokens.get(accessToken);
    if (person === undefined || revoked.has(accessToken)) return fail(21327, 'expired_token', '/2/users/show.json');
    const idstr = weiboIdOf(person);
    if (query.get('uid') !== idstr) return fail(20003, "User doesn't exists", '/2/users/show.json');
    const avatar = `${origin}/weibo/avatar/${person}`;
    const { name } = personOf(person);
    const pictures = { profile_image_url: `${avatar}/50`, avatar_large: `${avatar}/180` };
    const places = { name: 'screen_name', pictures: Object.keys(pictures) };
    const shown = { id: Number(idstr), idstr, screen_name: name, name, ...pictures, gender: 'n' };
    return sendProfile(shown, { places, switches: faults.switches, type: 'application/json' });
  }

  return {
    faults,
    switches: brokenProfileSwitches,
    answer(request) {
      const { path } = request;
      if (path === '/oauth2/authorize') return authorize(request);
      if (path === '/oauth2/decide') return decide(request);
      if (path.startsWith('/avatar/')) return { type: 'image/png', body: portrait(personOf(path.split('/')[2] ?? '').color) };
      if (faults.error !== '') return fail(Number(faults.error), 'simulated', path);
      if (path === '/oauth2/access_token') return token(request);
      if (path === '/oauth2/get_token_info') return tokenInfo(request);
      if (path === '/withdraw') return withdraw(request);
      if (path === '/2/users/show.json') return profile(request);
      return { status: 404 };
    },
  };
}
