import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteFollower, type Following } from '#server/capabilities/account/account/follow.ts';
import { withdrawByPlatform } from '#server/capabilities/account/social-accounts/withdraw-by-platform.ts';
import type { Core } from '#server/core/core.ts';
import { hour, minute } from '#server/platform/clock.ts';
import type { HttpContext } from '#server/platform/http/http-context.ts';
import { clientIp } from '#server/platform/http/requests/request-call.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SocialClients } from '#server/platform/social/social.ts';

export interface PlatformEventsDeps {
  readonly core: Core;
  readonly social: SocialClients;
  readonly following: Following;
  /** Our app at Weibo; undefined if Weibo is not configured. */
  readonly weiboApp: string | undefined;
}

const perMinute = 600;
const perPersonAndHour = 10;
const maxBytes = 16 * 1024;

/**
 * Callbacks of platforms, registered there by the operator: `/events/weibo` (application removed: the
 * "cancel-authorization callback") and `/events/wechat` (server configuration of the service account: a new follower).
 * They read and set no cookie.
 */
export async function registerPlatformEvents(app: FastifyInstance, context: HttpContext, deps: PlatformEventsDeps): Promise<void> {
  const { weiboApp } = deps;
  const { follow } = deps.following;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // WeChat sends XML and Weibo form text, under any content type.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request) => {
      const limit = perMinute * context.config.rateFactor;
      const taken = await context.limiter.take(networkTakes(clientIp(request), { key: 'event', limit, windowMs: minute }));
      if (!taken.ok) throw new Refusal('tooManyRequests', { reason: 'events of platforms', retryAfter: taken.retryAfterSeconds });
    });
    if (weiboApp !== undefined) {
      const told = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        await noteWithdrawal(request, { context, deps, weiboApp });
        return say(reply, 'ok');
      };
      scope.get('/events/weibo', told);
      scope.post('/events/weibo', told);
    }
    if (follow === undefined) return;
    const signed = (request: FastifyRequest): boolean =>
      follow.isSigned({
        signature: queryOf(request, 'signature'),
        timestamp: queryOf(request, 'timestamp'),
        nonce: queryOf(request, 'nonce'),
      });
    scope.get('/events/wechat', (request, reply) => (signed(request) ? say(reply, queryOf(request, 'echostr')) : say(reply, '', 403)));
    scope.post('/events/wechat', async (request, reply) => {
      if (!signed(request)) return say(reply, '', 403);
      const scene = sceneOf(typeof request.body === 'string' ? request.body : '');
      if (scene !== undefined) await noteFollower(deps.core, scene);
      // Any other answer, or none within 5 s, makes WeChat repeat the event three times.
      return say(reply, 'success');
    });
  });
}

/** The answer does not reveal whether the person exists here. */
async function noteWithdrawal(
  request: FastifyRequest,
  { context, deps, weiboApp }: { readonly context: HttpContext; readonly deps: PlatformEventsDeps; readonly weiboApp: string },
): Promise<void> {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const subject = form.get('uid') ?? queryOf(request, 'uid');
  const app = form.get('source') ?? queryOf(request, 'source');
  if (app !== weiboApp || !/^\d{1,20}$/.test(subject)) return;
  const limit = perPersonAndHour * context.config.rateFactor;
  if (!(await context.limiter.take([{ key: `withdrawn:weibo:${subject}`, limit, windowMs: hour }])).ok) return;
  const from = { clientIp: clientIp(request), requestId: request.id };
  await withdrawByPlatform({ ...deps.core, social: deps.social }, { platform: 'weibo', app, subject }, from);
}

/** The scene of a scan by a new or existing follower: `qrscene_<scene>` or `<scene>`. Undefined for other messages. */
function sceneOf(xml: string): string | undefined {
  const event = elementOf(xml, 'Event');
  const key = elementOf(xml, 'EventKey');
  if (event === 'SCAN') return key;
  return event === 'subscribe' && key?.startsWith('qrscene_') === true ? key.slice('qrscene_'.length) : undefined;
}

/** WeChat's messages are flat: this avoids an XML reader and its risks. */
function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>(?:<!\\[CDATA\\[([^\\]<>]{0,200})\\]\\]>|([^<>]{0,200}))</${name}>`)
    .exec(xml)
    ?.slice(1)
    .find((text) => text !== undefined);
}

function queryOf(request: FastifyRequest, name: string): string {
  const { query } = request;
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function say(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
