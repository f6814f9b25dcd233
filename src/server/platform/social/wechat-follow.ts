import { hash, timingSafeEqual } from 'node:crypto';
import { minute, second, type Clock } from '#server/platform/clock.ts';
import { numberOf, readForeign, textOf, type LooseObject } from '#server/platform/outbound/loose-json.ts';
import { urlOf, askPlatform, SocialError, type SocialApp } from './social.ts';

export interface WechatFollowSettings {
  /** The service account to follow. */
  readonly service: SocialApp;
  /** The token of its server configuration, which signs WeChat's pushes. */
  readonly pushToken: string;
  readonly apiUrl: string;
}

/** The service account to follow: QR codes that identify their scanner, and WeChat's events about them. */
export interface WechatFollow {
  /**
   * The URL in a QR code for this scene. Requested once in its life of half an hour.
   * @throws {SocialError}
   */
  codeFor(scene: string): Promise<string>;
  /**
   * Whether WeChat has signed a push or a question (sorted token, timestamp, nonce; SHA-1). It does not sign the body.
   */
  isSigned(query: { readonly signature: string; readonly timestamp: string; readonly nonce: string }): boolean;
}

/** Milliseconds for one answer: a person who has just registered waits for it. */
const timeoutMs = 2000;
const codeLifeMs = 30 * minute;
/** Minimum remaining life of a QR code, so that it can still be scanned. */
const spareMs = 5 * minute;
const mostCodes = 10_000;

export function createWechatFollow({ service, pushToken, apiUrl }: WechatFollowSettings, clock: Clock): WechatFollow {
  let token: { readonly value: string; readonly until: number } | undefined;
  const codes = new Map<string, { readonly url: string; readonly until: number }>();

  async function post(path: string, query: Readonly<Record<string, string>>, body: unknown): Promise<LooseObject> {
    const headers = { 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify(body), timeoutMs } as const;
    const { status, bytes } = await askPlatform(urlOf(apiUrl, path, query), call);
    const answer = readForeign(bytes);
    const errcode = numberOf(answer, 'errcode') ?? 0;
    // Another client has renewed the token, or its life was cut short: the next request fetches a new one.
    if (errcode === 40001 || errcode === 42001) token = undefined;
    if (errcode !== 0 || status !== 200 || answer === undefined) throw new SocialError('unavailable', String(errcode));
    return answer;
  }

  /** Unlike `token`, `stable_token` does not invalidate tokens of other instances. */
  async function accessToken(): Promise<string> {
    if (token !== undefined && token.until > clock.now()) return token.value;
    const grant = { grant_type: 'client_credential', appid: service.id, secret: service.secret, force_refresh: false };
    const answer = await post('/cgi-bin/stable_token', {}, grant);
    const value = textOf(answer, 'access_token');
    if (value === undefined) throw new SocialError('unavailable', 'token');
    token = { value, until: clock.now() + (numberOf(answer, 'expires_in') ?? 0) * second - spareMs };
    return value;
  }

  return {
    async codeFor(scene) {
      const kept = codes.get(scene);
      if (kept !== undefined && kept.until > clock.now()) return kept.url;
      const wish = { action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: scene } }, expire_seconds: codeLifeMs / second };
      const url = textOf(await post('/cgi-bin/qrcode/create', { access_token: await accessToken() }, wish), 'url');
      if (url === undefined) throw new SocialError('unavailable', 'url');
      if (codes.size >= mostCodes) codes.clear();
      codes.set(scene, { url, until: clock.now() + codeLifeMs - spareMs });
      return url;
    },
    isSigned({ signature, timestamp, nonce }) {
      const expected = Buffer.from(signatureOf(pushToken, timestamp, nonce));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** WeChat signs with SHA-1; the token is the secret. */
export function signatureOf(token: string, timestamp: string, nonce: string): string {
  return hash('sha1', [token, timestamp, nonce].toSorted().join(''), 'hex');
}
