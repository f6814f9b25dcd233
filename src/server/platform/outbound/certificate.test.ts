import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NoAnswer } from './call-out.ts';
import { NotPublic } from './call-public.ts';
import { certificateEnd, shakeHands, UnfitCertificate } from './certificate.ts';

const site = { key: '', cert: '' };
const here = [{ address: '127.0.0.1', family: 4 }];
const ends: (() => void)[] = [];

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const name = ['-subj', '/CN=app.example.com', '-addext', 'subjectAltName=DNS:app.example.com'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  Object.assign(site, { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });
  rmSync(folder, { recursive: true });
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve() {
  let asked = 0;
  const server = createServer(site, (_request, response) => {
    asked += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = server.address();
  return { port: typeof place === 'object' ? (place?.port ?? 0) : 0, asked: () => asked };
}

describe('the certificate of a host that a stranger chose', () => {
  it('says how long it is valid, and sends no request', async () => {
    const { port, asked } = await serve();
    const until = await shakeHands('app.example.com', here, { port, ca: site.cert });
    expect([until > Date.now(), asked()]).toEqual([true, 0]);
  });

  it('does not fit another name, and is not trusted without its authority', async () => {
    const { port } = await serve();
    await expect(shakeHands('other.example.com', here, { port, ca: site.cert })).rejects.toThrow(UnfitCertificate);
    await expect(shakeHands('app.example.com', here, { port })).rejects.toThrow(UnfitCertificate);
  });

  it('is not asked for at a closed port', async () => {
    await expect(shakeHands('app.example.com', here, { port: 9 })).rejects.toThrow(NoAnswer);
  });

  it('is never asked for inside', async () => {
    await expect(certificateEnd(new URL('https://app.example.com/'), async () => here)).rejects.toThrow(NotPublic);
    await expect(certificateEnd(new URL('https://127.1/'))).rejects.toThrow(NotPublic);
  });
});
