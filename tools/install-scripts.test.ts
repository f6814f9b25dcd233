// @even-days
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

let folder: string | undefined;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/**
 * A project with our npm settings and our set-up. Its packages leave a file wherever one of their scripts runs. Nothing
 * is downloaded: the packages are local archives, and the npm cache is empty.
 */
async function projectWith(allowScripts: Readonly<Record<string, boolean>>, ...packages: readonly string[]) {
  folder = mkdtempSync(join(tmpdir(), 'install-scripts-'));
  const project = join(folder, 'project');
  for (const file of ['.npmrc', 'tools/setup.mjs', 'tools/link-node.mjs', 'tools/node26/package.json']) {
    cpSync(join(root, file), join(project, file));
  }
  const env = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
  const npm = (args: readonly string[], cwd: string) => run('npm', args, { cwd, env });
  for (const name of packages) {
    const source = join(folder, name);
    mkdirSync(source);
    const scripts = Object.fromEntries(['preinstall', 'install', 'postinstall'].map((when) => [when, `touch ${source}/ran-${when}`]));
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0', scripts }));
    await npm(['pack', '--pack-destination', project], source);
  }
  const dependencies = Object.fromEntries(packages.map((name) => [name, `file:${name}-1.0.0.tgz`]));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', dependencies, allowScripts }));
  await npm(['install', '--package-lock-only'], project);
  return {
    install: () => npm(['ci'], project),
    setUp: () => run(process.execPath, ['tools/setup.mjs'], { cwd: project, env }),
    isInstalled: (name: string) => existsSync(join(project, 'node_modules', name, 'package.json')),
    hasRun: (name: string) =>
      ['preinstall', 'install', 'postinstall'].filter((when) => existsSync(join(folder ?? '', name, `ran-${when}`))),
  };
}

const all = ['preinstall', 'install', 'postinstall'];

test('npm install runs no package script, even an allowed one', async () => {
  const project = await projectWith({ 'allowed@1.0.0': true }, 'allowed', 'planted');
  await project.install();
  expect([project.isInstalled('allowed'), project.isInstalled('planted')]).toEqual([true, true]);
  expect([...project.hasRun('allowed'), ...project.hasRun('planted')]).toEqual([]);
});

test('set-up installs, and runs only the scripts of packages allowed by name and version', async () => {
  const project = await projectWith({ 'allowed@1.0.0': true, 'older@0.9.0': true, denied: false }, 'allowed', 'older', 'denied', 'planted');
  await project.setUp();
  expect(project.isInstalled('planted')).toBe(true);
  expect(project.hasRun('allowed')).toEqual(all);
  expect([...project.hasRun('older'), ...project.hasRun('denied'), ...project.hasRun('planted')]).toEqual([]);
});

test('set-up runs the allowed scripts after npm has installed without it', async () => {
  const project = await projectWith({ 'allowed@1.0.0': true }, 'allowed', 'planted');
  await project.install();
  await project.setUp();
  expect([project.hasRun('allowed'), project.hasRun('planted')]).toEqual([all, []]);
});
