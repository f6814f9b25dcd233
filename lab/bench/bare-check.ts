/**
 * The yardstick of the existence checks: a Fastify server with one route that looks up a phone in the same SQLite file
 * by one prepared statement, without visitor, limit, encryption or headers. `node lab/bench/bare-check.ts <database>`.
 */
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';
import { Type } from '#contract/json-schema.ts';

const [, , path = ''] = process.argv;
const database = new DatabaseSync(path, { readOnly: true });
database.exec('pragma mmap_size = 2147483648; pragma cache_size = -8192');
const found = database.prepare(`select account_id from identifiers where kind = 'phone' and value = ?`);
const app = fastify();
const body = Type.Object({ phone: Type.String() });
const answer = Type.Object({ code: Type.Integer(), msg: Type.String(), data: Type.Boolean() });
app.post<{ Body: { phone: string } }>('/check', { schema: { body, response: { 200: answer } } }, ({ body: { phone } }) => ({
  code: 200,
  msg: '',
  data: found.get(phone) !== undefined,
}));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(new URL(url).port);
