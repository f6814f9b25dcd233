import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

interface OidcAgentOptions {
  /** For its socket and its accounts. */
  readonly folder: string;
  readonly issuer: string;
  readonly clientId: string;
}

interface Generation {
  /** The group of the first match in what it prints. */
  line(pattern: RegExp): Promise<string>;
  /** Ends with the program; fails like it. */
  readonly done: Promise<void>;
}

interface OidcAgent extends AsyncDisposable {
  /** Makes an account with `oidc-gen`, which waits for the person. */
  generate(name: string, options: readonly string[]): Generation;
  /** An access token of an account. */
  token(name: string): Promise<string>;
}

/** Starts a separate oidc-agent, of Debian's package oidc-agent-cli. */
export async function startOidcAgent({ folder, issuer, clientId }: OidcAgentOptions): Promise<OidcAgent> {
  const socket = join(folder, 'socket');
  const accounts = join(folder, 'accounts');
  await mkdir(accounts);
  const env = { ...process.env, OIDC_CONFIG_DIR: accounts, OIDC_SOCK: socket, OIDC_ENCRYPTION_PW: 'password' };
  const agent = spawn('oidc-agent', ['--console', '--no-autoload', '-a', socket], { env, stdio: 'ignore', detached: true });
  const killWithParent = (): void => endGroup(agent);
  process.once('exit', killWithParent);
  const exited = once(agent, 'exit').finally(() => process.off('exit', killWithParent));
  const run = promisify(execFile);
  for (let tries = 0; tries < 100; tries += 1) {
    if (await run('oidc-add', ['--loaded'], { env }).then(Boolean, () => false)) break;
    await delay(50);
  }
  return {
    generate(name, options) {
      const who = [name, `--issuer=${issuer}`, `--client-id=${clientId}`, '--client-secret=', '--scope=openid profile offline_access'];
      const child = spawn('oidc-gen', [...who, '--no-url-call', '--confirm-yes', '--pw-env', '--no-save', ...options], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      return {
        async line(pattern) {
          for (let tries = 0; tries < 400 && child.exitCode === null; tries += 1) {
            const found = pattern.exec(output)?.[1];
            if (found !== undefined) return found;
            await delay(50);
          }
          throw new Error(`oidc-gen has not printed ${String(pattern)}:\n${output}`);
        },
        done: once(child, 'close').then(([code]) => {
          if (code !== 0) throw new Error(`oidc-gen ended with ${String(code)}:\n${output}`);
        }),
      };
    },
    async token(name) {
      return (await run('oidc-token', [name], { env })).stdout.trim();
    },
    async [Symbol.asyncDispose]() {
      endGroup(agent);
      await exited;
    },
  };
}

/** It has two processes. */
function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}
