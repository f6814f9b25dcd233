import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#server/testing/server/free-port.ts';
import { clientIpHeader, trialConfig, type Trial } from './trial-config.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Asked {
  readonly address?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: number;
}

export type Ask = (asked: Asked) => Promise<Answer>;

/** A real nginx on its own ports. */
export interface Nginx extends AsyncDisposable {
  readonly port: number;
  readonly ask: Ask;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 60 });

/** For held requests: each has its own connection. */
const manyAgent = new Agent({ rejectUnauthorized: false });

/** `change` makes another configuration of the deployed one. */
export async function startNginx(upstreams: Trial['upstreams'], change = (text: string): string => text): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-proxy-'));
  const [http, https] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, change(trialConfig({ folder, http, https, upstreams })));
  makeCertificate(folder);
  execFileSync('nginx', ['-t', '-q', '-c', file, '-p', folder], { stdio: 'inherit' });
  const nginx = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'inherit' });
  await listening(https);
  return {
    port: https,
    ask: asking(https),
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      agent.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function asking(port: number): Ask {
  return async ({ address = '192.0.2.9', path = '/api/region', method = 'GET', headers = {}, bytes }) => {
    const about = {
      host: 'localhost',
      [clientIpHeader]: address,
      ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
      ...headers,
    };
    const sent = request({ host: '127.0.0.1', port, path, method, headers: about, agent: path === '/held' ? manyAgent : agent });
    // A refused body is not read: sending its rest then fails.
    const answered = once(sent, 'response');
    sent.on('error', () => undefined);
    sent.end(bytes === undefined ? undefined : Buffer.alloc(bytes, 'x'));
    const [response] = await answered;
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: response.statusCode, headers: response.headers, text };
  };
}

export function makeCertificate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', ...files], {
    stdio: 'ignore',
  });
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect({ host: '127.0.0.1', port });
    const isThere = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await delay(25);
  }
  throw new Error('nginx does not listen');
}
