/**
 * The yardstick of the start: a Fastify server with one route that looks up an account's row by one prepared statement
 * in the same SQLite file. `node lab/bench/bare-start.ts <database>`.
 */
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';

const [, , path = ''] = process.argv;
const database = new DatabaseSync(path, { readOnly: true });
const found = database.prepare('select * from accounts where number = ?');
const app = fastify();
app.get<{ Params: { number: string } }>('/account/:number', ({ params }) => ({
  code: 200,
  msg: '',
  data: found.get(params.number) ?? null,
}));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(new URL(url).port);
