import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** HTTP/2 and TLS in front of the server, as a proxy provides them: pages load as on the public web. */
export interface Http2Front extends AsyncDisposable {
  readonly origin: string;
  /** The target of the requests. */
  target: string;
}

const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

export async function startHttp2Front(): Promise<Http2Front> {
  const { key, cert } = selfSigned();
  const server = createSecureServer({ key, cert });
  const front = { target: '' };
  server.on('request', (incoming, outgoing) => pass(incoming, outgoing, front.target));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port for the front');
  return Object.assign(front, {
    origin: `https://localhost:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  });
}

/** A key and a certificate for localhost that no one trusts; they are gone after the run. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-front-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes'];
    const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', '-x509', ...algorithm, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pass(incoming: Http2ServerRequest, outgoing: Http2ServerResponse, target: string): void {
  const plain = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name, value]) => !name.startsWith(':') && value !== undefined),
  );
  const headers = { ...plain, host: incoming.authority, 'x-forwarded-proto': 'https' };
  const upstream = request(new URL(incoming.url, target), { method: incoming.method, headers });
  upstream.on('response', (response) => {
    const answered = Object.entries(response.headers).filter(([name]) => !perConnection.has(name));
    outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(answered));
    response.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('error', () => upstream.destroy());
  incoming.pipe(upstream);
}
