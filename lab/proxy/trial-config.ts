import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Trial {
  /** The folder of nginx's output and of its certificate. */
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  /** Ports of the two instances. */
  readonly upstreams: readonly [number, number];
  /** As printed by `nginx -v`. */
  readonly version: readonly [number, number, number];
}

/** The header that sets the client IP of a request in the trial. */
export const clientIpHeader = 'x-trial-address';

export const configFile = join(import.meta.dirname, '../../deploy/nginx.conf');

/**
 * The reference configuration for a trial on one machine: files, ports and upstreams belong to the trial, a header sets
 * the client IP, and a second of its rates is a minute. The rest is as deployed.
 */
export function trialConfig({ folder, http, https, upstreams, version }: Trial): string {
  const [major, minor, patch] = version;
  const knowsHttp2 = major * 1_000_000 + minor * 1000 + patch >= 1_025_001;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`);
  const inside = [...temporary, '  set_real_ip_from 127.0.0.1;', `  real_ip_header ${clientIpHeader};`].join('\n');
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/^user .*$/m, process.getuid?.() === 0 ? 'user root;' : ''],
    [/^http \{$/m, `http {\n${inside}`],
    [/\/var\/log\/nginx|\/run(?=\/nginx.pid)|\/etc\/nginx\/certificates|\/var\/cache\/nginx/g, folder],
    [/(rate=\d+)r\/s/g, '$1r/m'],
    [/server server-1:3000/, `server 127.0.0.1:${upstreams[0]}`],
    [/server server-2:3000/, `server 127.0.0.1:${upstreams[1]}`],
    [/listen 80 /, `listen 127.0.0.1:${http} `],
    [/ *listen \[::\].*\n/g, ''],
    [/listen 443 ssl;/, `listen 127.0.0.1:${https} ssl${knowsHttp2 ? '' : ' http2'};`],
    [/ *http2 on;\n/, knowsHttp2 ? '    http2 on;\n' : ''],
  ];
  let text = readFileSync(configFile, 'utf8');
  for (const [found, replacement] of replacements) {
    if (text.search(found) < 0) throw new Error(`deploy/nginx.conf has no match for ${found.source}`);
    text = text.replace(found, replacement);
  }
  return text;
}
