// @one-database
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { askPlatform } from './social.ts';

it('a platform is asked over a new connection: it may just close one that waits, and its code counts once', async () => {
  const used = new WeakSet<Socket>();
  const server = createServer(({ socket }, response) => {
    if (used.has(socket)) socket.resetAndDestroy();
    else response.end('token');
    used.add(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/token`);
  for (let times = 0; times < 5; times += 1) expect(await askPlatform(url, { timeoutMs: 5000 })).toMatchObject({ status: 200 });
  server.closeAllConnections();
  server.close();
});
