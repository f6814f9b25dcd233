import type { Clock } from '#server/platform/clock.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { brokenProfileSwitches, sendProfile } from './broken-profiles.ts';
import { backTo, consentPage, decisionOf } from './consent-page.ts';
import { createOneTimeCodes } from './one-time-codes.ts';
import { createFollowSimulator } from './wechat-follow-simulator.ts';
import { openIdOf, personOf, portrait, unionIdOf } from './people.ts';
import { noFaults, type SimulatedAnswer, type SimulatedRequest, type SimulatedService } from './simulated-http.ts';
import { page } from './simulated-page.ts';

/** Required configuration of our side. */
export const wechatApps = {
  website: { id: 'wx0123456789abcdef', secret: 'simulated-website-secret' },
  service: { id: 'wxfedcba9876543210', secret: 'simulated-service-secret' },
} as const;

const apps = Object.values(wechatApps);

interface Token {
  readonly person: string;
  readonly app: string;
  until: number;
}

interface Grant extends Pick<Token, 'person' | 'app'> {
  accessToken: string;
  readonly until: number;
}

const tokenLifeMs = 2 * hour;
const refreshLifeMs = 30 * day;

/** Order of the parameters inside WeChat; another order leads to an error page there. */
const orderInside = ['appid', 'redirect_uri', 'response_type', 'scope', 'state', 'forcePopup'];

/**
 * WeChat Open Platform and the API of service accounts, as sign-in needs them. JSON comes as text/plain, errors
 * as HTTP 200.
 */
export function createWechatSimulator(clock: Clock): SimulatedService {
  const codes = createOneTimeCodes(clock);
  const tokens = new Map<string, Token>();
  const refreshTokens = new Map<string, Grant>();
  const faults = noFaults();
  const follow = createFollowSimulator({ clock, faults, fail });

  function fail(errcode: number, errmsg: string): SimulatedAnswer {
    return { body: JSON.stringify({ errcode, errmsg: `${errmsg}, rid: ${newId()}` }) };
  }

  function authorize(request: SimulatedRequest, scope: string): SimulatedAnswer {
    const { query } = request;
    const redirect = URL.parse(query.get('redirect_uri') ?? '');
    const isKnown = apps.some(({ id }) => id === query.get('appid'));
    const state = query.get('state') ?? '';
    const isOrdered = scope === 'snsapi_login' || [...query.keys()].join() === orderInside.join();
    const isGood = isKnown && redirect !== null && query.get('response_type') === 'code' && query.get('scope') === scope && isOrdered;
    // For a wrong URL or state, WeChat shows its own page without a return.
    if (!isGood || !/^[a-zA-Z0-9]{1,128}$/.test(state)) return page('WeChat: wrong parameters (10003)', '', 200);
    return consentPage('wechat', query);
  }

  function decide(request: SimulatedRequest): SimulatedAnswer {
    const { query } = request;
    const { decision, trouble, person } = decisionOf(request);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = decision === 'wrongState' ? newId() : (query.get('state') ?? '');
    // Today a refusal does not return; older versions returned with only the state.
    if (decision === 'refuse')
      return faults.switches.has('silentRefusal') ? page({ en: 'Refused', zh: '已拒绝' }, '') : backTo(redirectUri, { state });
    const isInside = query.get('scope') !== 'snsapi_login';
    const code = codes.issue({ person, app: query.get('appid') ?? '', redirectUri, trouble }, (isInside ? 5 : 10) * minute);
    if (!faults.switches.has('misplaced')) return backTo(redirectUri, { code, state });
    // Quick login of the desktop client writes its answer behind the fragment.
    return { status: 302, location: `${redirectUri}#/?code=${code}&state=${state}` };
  }

  function token({ query }: SimulatedRequest): SimulatedAnswer {
    const app = apps.find(({ id }) => id === query.get('appid'));
    if (app === undefined) return fail(40013, 'invalid appid');
    if (app.secret !== query.get('secret')) return fail(40125, 'invalid appsecret');
    const code = query.get('code') ?? '';
    if (code === '') return fail(41008, 'missing code');
    const redeemed = codes.redeem(code);
    if (redeemed.outcome === 'used') return fail(40163, 'code been used');
    if (redeemed.outcome === 'expired') return fail(42003, 'oauth_code expired');
    if (redeemed.outcome !== 'good' || redeemed.app !== app.id) return fail(40029, 'invalid code');
    const { person, trouble } = redeemed;
    if (trouble === 'limited') return fail(50002, 'user limited');
    const refreshToken = newId();
    const accessToken = newToken({ person, app: app.id });
    refreshTokens.set(refreshToken, { person, app: app.id, accessToken, until: clock.now() + refreshLifeMs });
    return said({ person, app: app.id }, [accessToken, refreshToken], {
      ...(faults.switches.has('snapshot') ? { is_snapshotuser: 1 } : {}),
      ...(faults.switches.has('noUnionId') ? {} : { unionid: unionIdOf(person) }),
    });
  }

  function newToken(whose: Pick<Token, 'person' | 'app'>): string {
    const accessToken = newId();
    tokens.set(accessToken, { ...whose, until: clock.now() + tokenLifeMs });
    return accessToken;
  }

  function said(
    { person, app }: Pick<Token, 'person' | 'app'>,
    [accessToken, refreshToken]: readonly [string, string],
    more: Readonly<Record<string, unknown>>,
  ): SimulatedAnswer {
    const scope = app === wechatApps.website.id ? 'snsapi_login' : 'snsapi_userinfo';
    const fields = { access_token: accessToken, expires_in: 7200, refresh_token: refreshToken, openid: openIdOf(person, app), scope };
    return { body: JSON.stringify({ ...fields, ...more }) };
  }

  /** Extends a live token and replaces an expired one; never extends the refresh token itself. */
  function refresh({ query }: SimulatedRequest): SimulatedAnswer {
    const refreshToken = query.get('refresh_token') ?? '';
    const grant = refreshTokens.get(refreshToken);
    if (grant === undefined || grant.app !== query.get('appid')) return fail(40030, 'invalid refresh_token');
    if (grant.until <= clock.now()) return fail(42002, 'refresh_token expired');
    const live = tokens.get(grant.accessToken);
    if (live !== undefined && live.until > clock.now()) live.until = clock.now() + tokenLifeMs;
    else grant.accessToken = newToken(grant);
    return said(grant, [grant.accessToken, refreshToken], {});
  }

  function userInfo({ query, origin }: SimulatedRequest): SimulatedAnswer {
    const known = tokens.get(query.get('access_token') ?? '');
    if (known === undefined) return fail(40001, 'invalid credential, access_token is invalid or not latest');
    if (known.until <= clock.now()) return fail(42001, 'access_token expired');
    const openid = openIdOf(known.person, known.app);
    if (openid !== query.get('openid')) return fail(40003, 'invalid openid');
    const headimgurl = `${origin}/wechat/avatar/${known.person}/132`;
    const unionid = faults.switches.has('noUnionId') ? {} : { unionid: unionIdOf(known.person) };
    const rest = { sex: 0, province: '', city: '', country: '', privilege: [] };
    const profile = { openid, nickname: personOf(known.person).name, ...rest, headimgurl, ...unionid };
    const places = { name: 'nickname', pictures: ['headimgurl'] };
    return sendProfile(profile, { places, switches: faults.switches, type: 'text/plain' });
  }

  return {
    faults,
    switches: {
      ...brokenProfileSwitches,
      noUnionId: 'the unionid is missing',
      snapshot: 'a page shown as a snapshot: the person is made up',
      misplaced: 'code and state stand behind a #',
      silentRefusal: 'refusing leads nowhere',
      impatient: 'takes every answer to a push for none, and pushes three times more',
    },
    answer(request) {
      const { path } = request;
      if (path === '/connect/qrconnect') return authorize(request, 'snsapi_login');
      if (path === '/connect/oauth2/authorize') return authorize(request, 'snsapi_userinfo');
      if (path === '/connect/decide' || path === '/connect/oauth2/decide') return decide(request);
      if (path.startsWith('/avatar/')) return { type: 'image/png', body: portrait(personOf(path.split('/')[2] ?? '').color) };
      if (follow.isPublic(path)) return follow.answer(request);
      if (faults.error !== '') return fail(Number(faults.error), 'simulated');
      if (path === '/sns/oauth2/access_token') return token(request);
      if (path === '/sns/oauth2/refresh_token') return refresh(request);
      if (path === '/sns/userinfo') return userInfo(request);
      return follow.answer(request);
    },
  };
}
