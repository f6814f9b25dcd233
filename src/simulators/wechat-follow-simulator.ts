import { hash } from 'node:crypto';
import { renderSVG } from 'uqr';
import { hour, second, type Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { openIdOf, simulatedPeople } from './people.ts';
import type { Faults, SimulatedAnswer, SimulatedRequest } from './simulated-http.ts';
import { escapeHtml, inBoth, page } from './simulated-page.ts';

/** Required configuration of our side, and of the service account's server configuration. */
export const wechatPushToken = 'simulated-push-token';

/** Account of `wechatApps` in `wechat-simulator.ts`. */
const serviceAccount = { id: 'wxfedcba9876543210', secret: 'simulated-service-secret' } as const;

const pushLimitMs = 5 * second;
const furtherTries = 3;

interface FollowCode {
  readonly scene: string;
  readonly until: number;
}

export interface FollowSimulator {
  /** Whether people open the path, as opposed to servers. */
  isPublic(path: string): boolean;
  answer(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer>;
}

/**
 * The followed service account: its token, QR codes with a scene, the page of a scan, and signed pushes about it, with
 * three further tries when the answer takes more than 5 s. `/console` replaces the server configuration and checks the
 * URL as WeChat does.
 */
export function createFollowSimulator({
  clock,
  faults,
  fail,
}: {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly fail: (errcode: number, errmsg: string) => SimulatedAnswer;
}): FollowSimulator {
  const codes = new Map<string, FollowCode>();
  const followers = new Set<string>();
  let token: { readonly value: string; readonly until: number } | undefined;
  let pushUrl = '';

  function stableToken({ method, body }: SimulatedRequest): SimulatedAnswer {
    const asked: unknown = method === 'POST' ? JSON.parse(body) : {};
    const field = (name: string): unknown => (typeof asked === 'object' && asked !== null ? Reflect.get(asked, name) : undefined);
    if (field('appid') !== serviceAccount.id) return fail(40013, 'invalid appid');
    if (field('secret') !== serviceAccount.secret) return fail(40125, 'invalid appsecret');
    if (field('grant_type') !== 'client_credential') return fail(40002, 'invalid grant_type');
    if (token === undefined || token.until <= clock.now()) token = { value: newId(), until: clock.now() + 2 * hour };
    return { body: JSON.stringify({ access_token: token.value, expires_in: (token.until - clock.now()) / second }) };
  }

  function createCode({ query, body, origin }: SimulatedRequest): SimulatedAnswer {
    if (token === undefined || query.get('access_token') !== token.value) return fail(40001, 'invalid credential');
    if (token.until <= clock.now()) return fail(42001, 'access_token expired');
    const match = /"action_name":"QR_STR_SCENE".*"scene_str":"([^"]{1,64})".*"expire_seconds":(\d+)/.exec(body);
    if (match === null) return fail(40053, 'invalid action info');
    const ticket = `gQ${newId()}=`;
    codes.set(ticket, { scene: match[1] ?? '', until: clock.now() + Number(match[2]) * second });
    const url = `${origin}/wechat/q?ticket=${encodeURIComponent(ticket)}`;
    return { body: JSON.stringify({ ticket, expire_seconds: Number(match[2]), url }) };
  }

  function liveCode({ query }: SimulatedRequest): FollowCode | undefined {
    const found = codes.get(query.get('ticket') ?? '');
    return found !== undefined && found.until > clock.now() ? found : undefined;
  }

  /** The page of a scan. */
  function scanned(request: SimulatedRequest): SimulatedAnswer {
    if (liveCode(request) === undefined) return page('WeChat: the QR code is too old', '', 404);
    const ticket = escapeHtml(request.query.get('ticket') ?? '');
    const buttons = simulatedPeople.map(
      ({ id, name }) =>
        `<form method="post" action="q"><input type="hidden" name="ticket" value="${ticket}">` +
        `<input type="hidden" name="person" value="${id}"><button><img src="/wechat/avatar/${id}/132" alt="" width="40" height="40">` +
        `<span>${inBoth({ en: `Follow as ${name || '(no name)'}`, zh: '关注' })}</span></button></form>`,
    );
    const title = { en: 'WeChat (simulated): follow the service account', zh: '微信（模拟）：关注服务号' };
    return page(title, `<section class="card people">${buttons.join('')}</section>`);
  }

  async function followed({ body, query, ...request }: SimulatedRequest): Promise<SimulatedAnswer> {
    const form = new URLSearchParams(body === '' ? query : body);
    const code = liveCode({ ...request, body, query: form });
    if (code === undefined) return page('WeChat: the QR code is too old', '', 404);
    const openid = openIdOf(form.get('person') ?? '1', serviceAccount.id);
    const isNew = !followers.has(openid);
    followers.add(openid);
    const tries = await push(openid, isNew ? ['subscribe', `qrscene_${code.scene}`] : ['SCAN', code.scene], form.get('ticket') ?? '');
    const result = { en: `Pushed ${tries} times.`, zh: `已推送 ${tries} 次。` };
    return page({ en: 'Followed', zh: '已关注' }, `<section class="card">${inBoth(result)}</section>`);
  }

  async function push(openid: string, [event, key]: readonly [string, string], ticket: string): Promise<number> {
    if (pushUrl === '') return 0;
    const created = Math.floor(clock.now() / 1000);
    const xml =
      `<xml><ToUserName><![CDATA[gh_simulated]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName>` +
      `<CreateTime>${created}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event>` +
      `<EventKey><![CDATA[${key}]]></EventKey><Ticket><![CDATA[${ticket}]]></Ticket></xml>`;
    for (let tries = 1; ; tries++) {
      const isDone = await told(xml, openid);
      if (isDone || tries > furtherTries) return tries;
    }
  }

  async function told(xml: string, openid: string): Promise<boolean> {
    const answer = await fetch(signed(pushUrl, { openid }), {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: xml,
      signal: AbortSignal.timeout(pushLimitMs),
    }).catch(() => undefined);
    const text = await answer?.text();
    return answer?.status === 200 && (text === 'success' || text === '') && !faults.switches.has('impatient');
  }

  function signed(address: string, more: Readonly<Record<string, string>>): URL {
    const url = new URL(address);
    const [timestamp, nonce] = [String(Math.floor(clock.now() / 1000)), newId()];
    const signature = hash('sha1', [wechatPushToken, timestamp, nonce].toSorted().join(''));
    for (const [name, value] of Object.entries({ signature, timestamp, nonce, ...more })) url.searchParams.set(name, value);
    return url;
  }

  /** Accepts a URL only when it answers a signed question with its `echostr`. */
  async function configure({ query }: SimulatedRequest): Promise<SimulatedAnswer> {
    const address = query.get('url') ?? '';
    const echostr = newId();
    const answer = await fetch(signed(address, { echostr }), { signal: AbortSignal.timeout(pushLimitMs) }).catch(() => undefined);
    if ((await answer?.text()) !== echostr) return page('WeChat: the address does not answer as it must', '', 400);
    pushUrl = address;
    return page('The address was taken', '');
  }

  return {
    isPublic: (path) => path === '/q' || path === '/console' || path === '/cgi-bin/showqrcode',
    answer(request) {
      const { path, method } = request;
      if (path === '/cgi-bin/stable_token') return stableToken(request);
      if (path === '/cgi-bin/qrcode/create') return createCode(request);
      if (path === '/cgi-bin/showqrcode') {
        return liveCode(request) === undefined ? { status: 404 } : { type: 'image/svg+xml', body: renderSVG(request.origin) };
      }
      if (path === '/q') return method === 'POST' ? followed(request) : scanned(request);
      if (path === '/console') return configure(request);
      return { status: 404 };
    },
  };
}
