// Prepares a clone for the npm scripts: packages, the built web application, a browser. Plain JavaScript for any
// Node.js from 20.19, because it runs before Node.js 26 is installed. A stamp records finished steps, which are then
// skipped.
//   node tools/setup.mjs [--build] [--browser] [--fonts]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkNode } from './link-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.app-stamp.json');
const ci = process.env.CI === 'true';

/**
 * Contents of the stamp: `deps` and `runtime` of the installed packages, `scripts` that they have run, `web` of the
 * built web application.
 * @typedef {{ deps?: string, runtime?: 'own' | 'package', scripts?: string, web?: string }} Stamp
 */
/** @type {Stamp} */
const stamp = readJson(stampFile) ?? {};

requireNode();
linkNode();
installPackages();
linkNode();
linkProduct();
runAllowedScripts();
if (process.argv.includes('--build')) buildWeb();
if (process.argv.includes('--browser')) await provideBrowser();
if (process.argv.includes('--fonts')) provideFonts();

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js ${process.versions.node} is too old: 20.19 or newer is needed to install.`);
}

/**
 * Runs `npm ci` when the lock file differs from the installed one. The system's Node.js runs the server if it is 26 or
 * newer.
 */
function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const deps = hash([lock, readFileSync(join(root, 'tools/node26/package.json'), 'utf8'), process.platform, process.arch]);
  const runtime = systemNodeMajor() >= 26 ? 'own' : 'package';
  if (stamp.deps === deps && (stamp.runtime === 'package' || runtime === 'own')) return;
  if (installedAsLocked(JSON.parse(lock), runtime)) {
    remember({ deps, runtime: existsSync(join(modules, '.bin/node')) ? 'package' : 'own' });
    return;
  }
  say('Installing packages …');
  const started = Date.now();
  delete stamp.scripts;
  npm(['ci', '--loglevel=error', '--no-audit', '--no-fund', ...(runtime === 'own' ? withoutNode26() : [])]);
  remember({ deps, runtime });
  say(`Packages installed in ${seconds(started)}.`);
}

/** npm arguments for every package except those of the workspace `tools/node26`. */
function withoutNode26() {
  /** @type {{ workspaces?: string[] }} */
  const { workspaces = [] } = readJson(join(root, 'package.json')) ?? {};
  const others = workspaces.filter((folder) => folder !== 'tools/node26');
  return others.length > 0 ? ['--include-workspace-root', ...others.map((folder) => `--workspace=${folder}`)] : ['--workspaces=false'];
}

/**
 * Links this package beside its dependencies, so that the imports of `lab/package.json` lead to it. A dependency
 * `file:..` would make npm create the link, but npm would then always install `tools/node26` too.
 */
function linkProduct() {
  const link = join(modules, 'cedar-id');
  if (existsSync(join(root, 'lab')) && !existsSync(link)) symlinkSync(process.platform === 'win32' ? root : '..', link, 'junction');
}

/**
 * npm runs no package script (.npmrc). The scripts that package.json allows, by name and version, run here, once per
 * installation.
 */
function runAllowedScripts() {
  /** @type {{ allowScripts?: Record<string, boolean> }} */
  const { allowScripts = {} } = readJson(join(root, 'package.json')) ?? {};
  const scripts = hash([stamp.deps ?? '', JSON.stringify(allowScripts)]);
  if (stamp.scripts === scripts) return;
  const allowed = Object.keys(allowScripts).filter((spec) => allowScripts[spec] === true && isInstalled(spec));
  if (allowed.length > 0) npm(['rebuild', '--ignore-scripts=false', '--loglevel=error', '--no-audit', '--no-fund', ...allowed]);
  remember({ scripts });
}

/** @param {string} spec `name@version` */
function isInstalled(spec) {
  const at = spec.lastIndexOf('@');
  return readJson(join(modules, spec.slice(0, at), 'package.json'))?.version === spec.slice(at + 1);
}

/**
 * True if npm itself has just installed the lock file (by its own record in node_modules), so that no work is repeated.
 * @param {{ packages: Record<string, Locked> }} lock
 * @param {'own' | 'package'} runtime
 */
function installedAsLocked(lock, runtime) {
  /** @type {Record<string, Locked> | undefined} */
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  if (!installed || (runtime === 'package' && !existsSync(join(modules, '.bin/node')))) return false;
  return Object.entries(lock.packages).every(([path, locked]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === locked.version : isForOthers(locked);
  });
}

/**
 * True for an optional package that npm omits here: for another platform, or the Node.js that the system already has.
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?:
 * string[] }} Locked
 * @param {Locked} locked
 */
function isForOthers({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return false;
  return !!libc || !os || !os.includes(process.platform) || (!!cpu && !cpu.includes(process.arch));
}

/** The Node.js that npm runs on: not the one in node_modules, which comes first in the PATH of npm scripts. */
function systemNodeMajor() {
  const fromAgent = / node\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1];
  if (fromAgent) return Number(fromAgent);
  return process.execPath.startsWith(modules) ? 0 : Number(process.versions.node.split('.')[0]);
}

function buildWeb() {
  const web = hash([
    ...['src/web', 'src/contract', 'src/messages', 'examples'].flatMap((folder) => filesOf(join(root, folder))),
    ...['build-web.ts', 'screen-files.ts', 'engine-floor.ts', 'text-packs.ts', 'text-keys.ts', 'syntax-tree.ts'].map((file) =>
      textOf(join(root, 'tools', file)),
    ),
    ...['vite.config.ts', 'vite.desk.config.ts', 'package.json', 'package-lock.json'].map((file) => textOf(join(root, file))),
  ]);
  if (stamp.web === web && ['dist/web', 'dist/ssr', 'dist/desk'].every((folder) => existsSync(join(root, folder)))) return;
  say('Building the web application …');
  const started = Date.now();
  delete stamp.web;
  remember({});
  run(node26(), [join(root, 'tools/build-web.ts')]);
  remember({ web });
  say(`Web application built in ${seconds(started)}.`);
}

/**
 * Paths and contents, without tests: they are not built.
 * @param {string} folder
 */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap((path) => [path.slice(root.length), textOf(path)]);
}

/**
 * A Chromium for the browser tests: an existing one; otherwise Debian's, if this is root on Debian (it brings its
 * libraries); otherwise Playwright's. On a machine that only runs tests, the headless shell is installed even beside
 * another browser.
 */
async function provideBrowser() {
  const { findChromium, headlessShell } = await import('./chromium.mjs');
  const debian = isRootOnDebian();
  if (debian && ci && !process.env.CHROMIUM && !existsSync(headlessShell)) aptInstall(['chromium-headless-shell', 'fonts-noto-cjk']);
  if (!(await findChromium())) {
    say('No Chromium found: installing one …');
    if (debian) aptInstall(['chromium-headless-shell', 'fonts-noto-cjk']);
    if (debian && !(await findChromium())) aptInstall(['chromium']);
    if (!(await findChromium())) attempt(node26(), [join(modules, 'playwright-core/cli.js'), 'install', 'chromium'], { timeout: 120_000 });
  }
  if (!(await findChromium())) {
    const notice = 'NO CHROMIUM: the browser tests cannot run. Install Chromium, or name one by CHROMIUM=/path/to/chromium.';
    if (ci) fail(notice);
    say(`\n${'!'.repeat(notice.length)}\n${notice}\n${'!'.repeat(notice.length)}\n`);
    return;
  }
  if (debian && !hasChineseFont()) aptInstall(['fonts-noto-cjk']);
  if (debian) provideBus();
}

/** A message bus, its keyring and its tools, for the tests of the account service of a desktop. */
function provideBus() {
  const wanted = { 'dbus-daemon': 'dbus', 'dbus-monitor': 'dbus-bin', 'gnome-keyring-daemon': 'gnome-keyring', gdbus: 'libglib2.0-bin' };
  const missing = Object.entries(wanted).flatMap(([program, name]) => (existsSync(`/usr/bin/${program}`) ? [] : [name]));
  if (missing.length > 0) aptInstall(missing);
}

/** Without a Chinese font, Chinese text appears as boxes on screenshots, and its lines have other widths. */
function hasChineseFont() {
  const asked = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.trim() !== '';
}

/** A good Latin font for pictures, where Debian can provide it: without one, a font for terminals stands in. */
function provideFonts() {
  if (!isRootOnDebian()) return;
  const asked = spawnSync('fc-list', ['Inter', 'family'], { encoding: 'utf8' });
  if (asked.status !== 0 || asked.stdout.trim() === '') aptInstall(['fonts-inter']);
}

function isRootOnDebian() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

/** @param {string[]} packages */
function aptInstall(packages) {
  say(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, timeout: 600_000 };
  attempt('apt-get', ['-qq', 'update'], options);
  if (!attempt('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], options))
    say('apt-get could not install them.');
}

/**
 * Runs npm with the Node.js that npm itself uses: `npm ci` deletes the one in node_modules.
 * @param {string[]} args
 */
function npm(args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && node && existsSync(cli)) run(node, [cli, ...args]);
  else run('npm', args);
}

function node26() {
  const installed = join(modules, '.bin/node');
  return existsSync(installed) ? installed : process.execPath;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (signal) process.exit(130);
  if (error || status !== 0) fail(`${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ` with exit code ${status}`}.`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function attempt(command, args, options) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options }).status === 0;
}

/** @param {Stamp} facts */
function remember(facts) {
  Object.assign(stamp, facts);
  writeFileSync(stampFile, JSON.stringify(stamp));
}

/** @param {readonly string[]} parts */
function hash(parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('base64url');
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'latin1') : '';
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}
