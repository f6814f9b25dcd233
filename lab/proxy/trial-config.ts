import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Trial {
  /** Where everything that nginx writes goes, and where its certificate is. */
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  /** Where the two instances listen. */
  readonly upstreams: readonly [number, number];
  /** As `nginx -v` says it. */
  readonly version: readonly [number, number, number];
}

/** The header that tells the trial where a request comes from. */
export const clientIpHeader = 'x-trial-address';

export const configFile = join(import.meta.dirname, '../../deploy/nginx.conf');

/**
 * The reference configuration for a trial on one machine: files, ports and upstreams are the trial's, the source address is what a header
 * says, and a second of its rates is a minute. Everything else is as it is deployed.
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
    if (text.search(found) < 0) throw new Error(`deploy/nginx.conf has nothing like ${found.source}`);
    text = text.replace(found, replacement);
  }
  return text;
}
