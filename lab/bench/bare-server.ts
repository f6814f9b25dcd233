/**
 * The yardstick of reads: a Fastify server with one route that answers a constant account through the same serializer,
 * without session, limit, database or headers. `node lab/bench/bare-server.ts`; the account comes as JSON on standard
 * input.
 */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Type } from '#contract/json-schema.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';

const data: unknown = JSON.parse(readFileSync(0, 'utf8'));
const app = fastify();
const answer = Type.Object({ code: Type.Integer(), msg: Type.String(), data: accountSchema });
app.get('/account', { schema: { response: { 200: answer } } }, () => ({ code: 200, msg: '', data }));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(new URL(url).port);
