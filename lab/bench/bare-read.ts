/**
 * The yardstick of account reads: a node:http server with one route that looks up an account's row by one prepared
 * statement in the same SQLite file and answers it as JSON, without session, limit, schema or security headers.
 * `node lab/bench/bare-read.ts <database>`.
 */
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const [, , path = ''] = process.argv;
const database = new DatabaseSync(path, { readOnly: true });
database.exec('pragma mmap_size = 2147483648; pragma cache_size = -8192');
const found = database.prepare('select * from accounts where number = ?');
const server = createServer((request, response) => {
  const data = found.get((request.url ?? '').slice('/account/'.length));
  const body = JSON.stringify({ code: 200, msg: '', data });
  response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
