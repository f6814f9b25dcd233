import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { callPublic, dial, NotPublic, publicAddresses, type Resolve } from './call-public.ts';
import { isPublicAddress } from './public-address.ts';

const call = { timeoutMs: 1000 };
const publicHost = { address: '93.184.216.34', family: 4 };
const neverAsked: Resolve = async (host) => {
  throw new Error(`the resolver was asked for ${host}`);
};

/** Hosts of URLs that are addresses in some spelling, none of them public. */
const literals = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.0x1',
  '127.0.0.1.',
  '0177.0.0.1',
  '０１７７.0.0.1',
  '127。0。0。1',
  '①27.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '00000000000',
  '10.0.0.1',
  '167772161',
  '0xa000001',
  '012.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '3232235521',
  '192.168.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:93.184.216.34]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:0:53aa:64c:0:0:0:1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::]',
  '[2620:4f:8000::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[4000::1]',
];

describe('a call to an address that a stranger chose', () => {
  it.each(literals)('does not go to https://%s/', async (host) => {
    await expect(callPublic(new URL(`https://${host}/`), call, neverAsked)).rejects.toThrow(NotPublic);
  });

  it.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://example.com:80/',
    'https://somebody:secret@example.com/',
    'https://somebody@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:application/json,%7B%7D',
  ])('does not go to %s, whose scheme, port or user name is not allowed', async (address) => {
    await expect(callPublic(new URL(address), call, neverAsked)).rejects.toThrow(NotPublic);
  });

  it.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [[publicHost, { address: '10.0.0.1', family: 4 }]],
    [[{ address: 'fe80::1%eth0', family: 6 }]],
    [[{ address: '::ffff:10.0.0.1', family: 6 }, publicHost]],
    [[{ address: 'not an address', family: 4 }]],
    [[]],
  ])('does not go to a name with the addresses %j', async (addresses) => {
    for (const host of ['inside.example', 'localhost', 'localhost.', 'inside.example.']) {
      await expect(callPublic(new URL(`https://${host}/`), call, async () => addresses)).rejects.toThrow(NotPublic);
    }
  });

  it('asks the resolver once, so that a second answer cannot lead inside', async () => {
    let asked = 0;
    const rebinding: Resolve = async () => [asked++ === 0 ? publicHost : { address: '127.0.0.1', family: 4 }];
    expect(await publicAddresses(new URL('https://rebinding.example/'), rebinding, 1000)).toEqual([publicHost]);
    expect(asked).toBe(1);
  });

  it('does not wait for a silent resolver', async () => {
    const silent: Resolve = () => new Promise(() => undefined);
    await expect(callPublic(new URL('https://example.com/'), { timeoutMs: 20 }, silent)).rejects.toMatchObject({ outcome: 'notSent' });
  });

  it.each(['93.184.216.34', '1.1.1.1', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])('may go to %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('the exchange with a checked address', () => {
  let close: (() => void) | undefined;
  afterEach(() => close?.());

  /** The URL has a name that no resolver knows: only the given address can have been dialed. */
  async function serve(listener: RequestListener): Promise<URL> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    close = () => server.close().closeAllConnections();
    const address = server.address();
    return new URL(`http://name.invalid:${typeof address === 'object' ? address?.port : 0}/path?x=1`);
  }
  const here = [{ address: '127.0.0.1', family: 4 }];

  it('dials that address under the name of the URL', async () => {
    const url = await serve((request, response) => response.end(`${request.headers.host} ${request.url}`));
    const answer = await dial(url, here, call);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.bytes.toString()).toBe(`${url.host} /path?x=1`);
  });

  it('follows no redirect', async () => {
    let visits = 0;
    const url = await serve((_request, response) => {
      visits += 1;
      response.writeHead(302, { location: '/again' }).end();
    });
    expect(await dial(url, here, call)).toMatchObject({ status: 302 });
    expect(visits).toBe(1);
  });

  it('ends with an answer that is too long, too slow or never comes', async () => {
    const endless = await serve((_request, response) => {
      const write = (): void => {
        if (!response.destroyed) response.write('x'.repeat(8000), () => setImmediate(write));
      };
      write();
    });
    await expect(dial(endless, here, { timeoutMs: 5000, maxBytes: 32_000 })).rejects.toMatchObject({ outcome: 'broken' });
    close?.();
    const slow = await serve((_request, response) => response.writeHead(200).write('x'));
    await expect(dial(slow, here, { timeoutMs: 50 })).rejects.toMatchObject({ outcome: 'timeout' });
    close?.();
    const silent = await serve(() => undefined);
    await expect(dial(silent, here, { timeoutMs: 50 })).rejects.toMatchObject({ outcome: 'timeout' });
    close?.();
    await expect(dial(silent, here, call)).rejects.toMatchObject({ outcome: 'notSent' });
  });
});
