import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The commands of "One box" in docs/operations.md, as printed. */
export function printedCommands(): readonly string[] {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const block = /^### One box$[^]*?^```\n([^]*?)^```$/m.exec(page)?.[1] ?? '';
  return block.trim().split('\n');
}

/**
 * Stand-ins for what a machine without systemd lacks. `systemd-run` and `systemctl` start a command as their unit says: user,
 * folder, settings.
 */
function standIns(staged: string, hasNginx: boolean): Readonly<Record<string, string>> {
  const run = `set -eu
user=; folder=/
while [ $# -gt 0 ]; do case $1 in
  -p) case $2 in
    User=*) user=\${2#*=} ;;
    WorkingDirectory=*) folder=\${2#*=} ;;
    Environment=*) export \${2#*=} ;;
    EnvironmentFile=*) set -a; . "\${2#*=}"; set +a ;;
    esac; shift 2 ;;
  -E) export "$2"; shift 2 ;;
  --*) shift ;;
  *) break ;;
esac; done
cd "$folder"; exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"`;
  const start = `unit=/etc/systemd/system/cedar-id.service
of() { sed -n "s/^$1=//p" $unit; }
systemd-run -p User="$(of User)" -p WorkingDirectory="$(of WorkingDirectory)" -p "Environment=$(of Environment)" \\
  -p EnvironmentFile="$(of EnvironmentFile)" $(of ExecStart) >/tmp/server.log 2>&1 &
for n in $(seq 300); do curl -fs http://127.0.0.1:3000/readyz >/dev/null && exit 0; sleep 0.1; done; cat /tmp/server.log; exit 1`;
  return {
    'apt-get': ':',
    editor: ':',
    npm: `[ "$*" = "run stage -- /opt/cedar-id" ]; mkdir /opt/cedar-id; mount --bind ${staged} /opt/cedar-id`,
    'systemd-run': run,
    systemctl: `case "$*" in
  'cat cedar-id.service') [ -e /etc/systemd/system/cedar-id.service ] ;;
  daemon-reload) ;;
  'enable --now cedar-id cedar-id-backup.timer') ${start} ;;
  'reload nginx') ${hasNginx ? 'nginx' : ':'} ;;
  *) exit 1 ;;
esac`,
    ...(hasNginx
      ? {}
      : {
          nginx: ':',
          curl: 'for last; do :; done; case $last in https:*) set -- -fsS http://127.0.0.1:3000/readyz ;; esac; exec /usr/bin/curl "$@"',
        }),
  };
}

/** What the commands need and this machine lacks. */
export function lackedForFirstHour(): readonly string[] {
  return ['openssl', 'curl', 'ip', 'useradd', 'setpriv'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
}

export interface FirstHour {
  readonly output: string;
  readonly status: number | null;
  readonly hasNginx: boolean;
}

/**
 * Runs the printed commands on a machine that loses them again: /etc, /opt, /var and /usr/local are layers in memory, and the
 * network is its own. `folder` is on the disk of `staged`.
 */
export function runFirstHour({ folder, staged }: { readonly folder: string; readonly staged: string }): FirstHour {
  const hasNginx = spawnSync('nginx', ['-v']).error === undefined;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(standIns(staged, hasNginx)))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const names = ['-subj', '/CN=id.cedar.test', '-addext', 'subjectAltName=DNS:id.cedar.test'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names, ...files], { stdio: 'ignore' });
  // Where the operator stands: the clone, with the certificate beside.
  execFileSync('cp', ['-r', join(root, 'deploy'), folder]);
  const layers = ['etc', 'opt', 'var', 'usr/local'].map(
    (path, n) =>
      `mkdir -p /mnt/${n}/u /mnt/${n}/w; mount -t overlay none -o lowerdir=/${path},upperdir=/mnt/${n}/u,workdir=/mnt/${n}/w /${path}`,
  );
  const script = [
    'set -eu',
    'mount -t tmpfs none /mnt',
    ...layers,
    'mount -t tmpfs -o mode=1777 none /run',
    'ip link set lo up',
    'echo "127.0.0.1 id.cedar.test" >> /etc/hosts',
    `cd ${folder}`,
    ...printedCommands().map((command) => `echo '$ '${quoted(command)}; ${command}`),
    'cat /tmp/server.log 2>/dev/null || true',
  ].join('\n');
  const env = {
    PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    CURL_CA_BUNDLE: join(folder, 'fullchain.pem'),
  };
  // The namespace of processes ends the server and nginx with the last command.
  const ran = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', script], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { output: `${ran.stdout}${ran.stderr}`, status: ran.status, hasNginx };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
