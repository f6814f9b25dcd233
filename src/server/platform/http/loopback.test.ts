// @one-database
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isFromThisMachine } from './loopback.ts';

function request(httpVersion: string): IncomingMessage {
  const socket = { remoteAddress: '127.0.0.1' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at
  return { httpVersion, headers: { host: '127.0.0.1:3000' }, socket } as IncomingMessage;
}

it('takes a proxy that adds no header at all for none of this machine: it speaks HTTP/1.0', () => {
  expect(isFromThisMachine(request('1.1'))).toBe(true);
  expect(isFromThisMachine(request('1.0'))).toBe(false);
});
