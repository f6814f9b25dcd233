import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Trial {
  /** The folder of nginx's output and of its certificate. */
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  /** Ports of the two instances. */
  readonly upstreams: readonly [number, number];
}

/** The header that sets the client IP of a request in the trial. */
export const clientIpHeader = 'x-trial-address';

const deployed = join(import.meta.dirname, '../../deploy/nginx');
export const configFile = join(deployed, 'cedar-id.conf');

/**
 * The reference configuration for a trial on one machine: files, ports and upstreams belong to the trial, a header sets
 * the client IP, and a second of its rates is a minute. The rest is as deployed.
 */
export function trialConfig({ folder, http, https, upstreams }: Trial): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/\/var\/log\/nginx|\/etc\/nginx\/certificates|\/var\/cache(?=\/nginx)/g, folder],
    [/(rate=\d+)r\/s/g, '$1r/m'],
    [/server server-1:3000/g, `server 127.0.0.1:${upstreams[0]}`],
    [/server server-2:3000/g, `server 127.0.0.1:${upstreams[1]}`],
    [/listen 80 /, `listen 127.0.0.1:${http} `],
    [/ *listen \[::\].*\n/g, ''],
    [/listen 443 ssl/, `listen 127.0.0.1:${https} ssl`],
  ];
  let text = [configFile, join(deployed, 'two-instances.conf')].map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const [found, replacement] of replacements) {
    if (text.search(found) < 0) throw new Error(`deploy/nginx has no match for ${found.source}`);
    text = text.replace(found, replacement);
  }
  return [
    process.getuid?.() === 0 ? 'user root;' : '',
    `worker_processes 2; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;`,
    'events { worker_connections 4096; }',
    'http {',
    ...temporary,
    `set_real_ip_from 127.0.0.1; real_ip_header ${clientIpHeader};`,
    text,
    '}',
  ].join('\n');
}
