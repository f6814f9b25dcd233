import { minute, type Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { brokenProfileSwitches, sendProfile } from './broken-profiles.ts';
import { backTo, consentPage, decisionOf } from './consent-page.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import { openIdOf, personOf, portrait, unionIdOf } from './people.ts';
import { noFaults, type SimulatedAnswer, type SimulatedRequest, type SimulatedService } from './simulated-http.ts';
import { page } from './simulated-page.ts';

/** Required configuration of our side. */
export const qqApp = { id: '101000001', secret: 'simulated-qq-key' } as const;

/** QQ Connect: JSON, JSONP or form text by `fmt`, regardless of the content type. */
export function createQqSimulator(clock: Clock): SimulatedService {
  const codes = createOneTimeCodes(clock);
  const tokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  const faults = noFaults();

  /** Answers JSONP without `fmt=json`; with the switch, always. */
  function say({ query }: SimulatedRequest, object: Readonly<Record<string, unknown>>): SimulatedAnswer {
    const text = JSON.stringify(object);
    const isJson = query.get('fmt') === 'json' && !faults.switches.has('jsonp');
    return { type: 'text/html', body: isJson ? text : `callback( ${text} );\n` };
  }

  function fail(request: SimulatedRequest, error: number, description: string): SimulatedAnswer {
    return say(request, { error, error_description: description });
  }

  function authorize({ query }: SimulatedRequest): SimulatedAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== qqApp.id) return page('QQ: 100008', '');
    if (!URL.canParse(redirectUri)) return page('QQ: 100010', '');
    if (query.get('response_type') !== 'code' || !query.get('state')) {
      return backTo(redirectUri, { error: '100000', error_description: 'response_type or state is missing' });
    }
    return consentPage('qq', query);
  }

  function decide(request: SimulatedRequest): SimulatedAnswer {
    const { query } = request;
    const { decision, trouble, person } = decisionOf(request);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = decision === 'wrongState' ? newId() : (query.get('state') ?? '');
    // On a desktop the window closes without a return; phones return with `usercancel`.
    if (decision === 'refuse') return backTo(redirectUri, { usercancel: '1', state });
    return backTo(redirectUri, { code: codes.issue({ person, app: qqApp.id, redirectUri, trouble }, 10 * minute), state });
  }

  function token(request: SimulatedRequest): SimulatedAnswer {
    const { query } = request;
    if (query.get('client_id') !== qqApp.id) return fail(request, 100008, 'client_id does not exist');
    if (query.get('client_secret') !== qqApp.secret) return fail(request, 100009, 'client_secret is wrong');
    if (query.get('grant_type') === 'refresh_token') return refresh(request);
    const redeemed = codes.redeem(query.get('code') ?? '');
    if (redeemed.outcome === 'used') return fail(request, 100020, 'code is reused error');
    if (redeemed.outcome !== 'good' || redeemed.redirectUri !== query.get('redirect_uri'))
      return fail(request, 100019, 'code to access token error');
    const openid = query.get('need_openid') === '1' ? { openid: openIdOf(redeemed.person, qqApp.id) } : {};
    return granted(request, redeemed.person, openid);
  }

  /** Valid once. */
  function refresh(request: SimulatedRequest): SimulatedAnswer {
    const refreshToken = request.query.get('refresh_token') ?? '';
    const person = refreshTokens.get(refreshToken);
    if (person === undefined) return fail(request, 100021, 'refresh token to access token error');
    refreshTokens.delete(refreshToken);
    return granted(request, person, {});
  }

  /** A token and its refresh token; the number of seconds is a text. */
  function granted(request: SimulatedRequest, person: string, more: Readonly<Record<string, string>>): SimulatedAnswer {
    const [accessToken, refreshToken] = [newId(), newId()];
    tokens.set(accessToken, person);
    refreshTokens.set(refreshToken, person);
    const fields = { access_token: accessToken, expires_in: '7776000', refresh_token: refreshToken };
    const { query } = request;
    if (query.get('fmt') !== 'json' || faults.switches.has('form'))
      return { type: 'text/html', body: new URLSearchParams(fields).toString() };
    return say(request, { ...fields, ...more });
  }

  function me(request: SimulatedRequest): SimulatedAnswer {
    const { query } = request;
    const person = tokens.get(query.get('access_token') ?? '');
    if (person === undefined) return fail(request, 100013, 'access token is illegal');
    const wantsUnionId = query.get('unionid') === '1';
    if (wantsUnionId && faults.switches.has('noUnionId')) return fail(request, 100048, 'companyid not set');
    const unionid = wantsUnionId ? { unionid: unionIdOf(person) } : {};
    return say(request, { client_id: qqApp.id, openid: openIdOf(person, qqApp.id), ...unionid });
  }

  function userInfo({ query, origin }: SimulatedRequest): SimulatedAnswer {
    const person = tokens.get(query.get('access_token') ?? '');
    const isKnown = person !== undefined && query.get('openid') === openIdOf(person, qqApp.id);
    if (!isKnown || query.get('oauth_consumer_key') !== qqApp.id) return { body: JSON.stringify({ ret: 1002, msg: '请先登录' }) };
    const avatar = `${origin}/qq/avatar/${person}`;
    const large = faults.switches.has('smallAvatar') ? '' : `${avatar}/100`;
    const fixed = { ret: 0, msg: '', is_lost: 0, gender: '男', gender_type: 2, province: '', city: '', year: '1990' };
    const profile = { ...fixed, nickname: personOf(person).name, figureurl_qq_1: `${avatar}/40`, figureurl_qq_2: large };
    const places = { name: 'nickname', pictures: ['figureurl_qq_1', 'figureurl_qq_2'] };
    return sendProfile(profile, { places, switches: faults.switches, type: 'text/html' });
  }

  return {
    faults,
    switches: {
      ...brokenProfileSwitches,
      noUnionId: 'the app may not ask for the unionid (100048)',
      jsonp: 'answers are JSONP, whatever was asked for',
      form: 'the token comes as form text, whatever was asked for',
      smallAvatar: 'the 100-pixel picture is missing',
    },
    answer(request) {
      const { path } = request;
      if (path === '/oauth2.0/authorize') return authorize(request);
      if (path === '/oauth2.0/decide') return decide(request);
      if (path.startsWith('/avatar/')) return { type: 'image/png', body: portrait(personOf(path.split('/')[2] ?? '').color) };
      if (faults.error !== '') return fail(request, Number(faults.error), 'simulated');
      if (path === '/oauth2.0/token') return token(request);
      if (path === '/oauth2.0/me') return me(request);
      if (path === '/user/get_user_info') return userInfo(request);
      return { status: 404 };
    },
  };
}
