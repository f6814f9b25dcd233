import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Manifest, type ManifestChunk } from 'vite';
import { compress, compressions, suffixes, type Compression } from '#server/app/pages/web-encoding.ts';
import { scriptTargets, styleTargets } from './engine-floor.ts';
import { screenFiles } from './screen-files.ts';
import { mediaWidths, shortTokens } from './style-plugins.ts';
import { readTextPacks } from './text-packs.ts';
import { cyclesOf } from './import-cycles.ts';

/**
 * Builds the web application: browser files to dist/web, the prerendering module to dist/ssr, a compressed copy of
 * every text file, and dist/web.json, which tells the server which files belong together. `src/server/app/pages/web-build.ts`
 * reads it.
 */

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const started = performance.now();

await rm(dist, { recursive: true, force: true });
await Promise.all([
  build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }),
  build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { ssr: true } }),
]);
await buildDesk();
const olderEngines = await buildOlderEngines();
const embedded = await buildEmbedded();
const favicon = await addFavicon();
const assets = await compressAssets();
await writeFile(join(dist, 'web.json'), JSON.stringify({ ...(await chunkTable()), olderEngines, embedded, favicon, assets }));
await rm(join(dist, 'web/.vite'), { recursive: true });

const sum = (bytes: (asset: Asset) => number) =>
  (Object.values(assets).reduce((total, asset) => total + bytes(asset), 0) / 1024).toFixed(1);
const sizes = compressions.map((compression) => `${compression} ${sum(({ compressed }) => compressed[compression])}`).join(', ');
console.log(
  `Built ${Object.keys(assets).length} files, ${sum(({ raw }) => raw)} KiB (${sizes}), in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
);

/** The desk is its own build: `src/server/app/mounts/desk-build.ts` reads `desk.json`. */
async function buildDesk(): Promise<void> {
  await build({ configFile: join(root, 'vite.desk.config.ts'), logLevel: 'warn' });
  const directory = join(dist, 'desk');
  const manifest: Manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8'));
  refuseCycles(manifest);
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true);
  if (entry === undefined) throw new Error('The desk has no entry.');
  const files = (await readdir(join(directory, 'assets'))).toSorted();
  const brotli: Record<string, number> = {};
  for (const file of files) {
    const content = await readFile(join(directory, 'assets', file));
    for (const compression of compressions) {
      const bytes = await compress(content, compression);
      await writeFile(join(directory, 'assets', `${file}${suffixes[compression]}`), bytes);
      if (compression === 'br') brotli[`/desk/assets/${file}`] = bytes.length;
    }
  }
  const listed = Object.keys(brotli);
  // One sheet, which no script names.
  const styles = listed.filter((path) => path.endsWith('.css'));
  const table = { entry: `/desk/${entry.file}`, styles, assets: listed, sizes: brotli, first: firstOfDesk(manifest, styles) };
  await writeFile(join(directory, 'desk.json'), JSON.stringify(table));
  await rm(join(directory, '.vite'), { recursive: true });
}

/** What a sign-in loads beside the texts of its language: the frame and its first page, the overview. */
function firstOfDesk(manifest: Manifest, styles: readonly string[]): readonly string[] {
  const first = Object.values(manifest).filter(({ isEntry, name }) => isEntry === true || name === 'overview-page');
  const into: { readonly scripts: string[]; readonly styles: string[] } = { scripts: [], styles: [] };
  for (const chunk of first) collect(manifest, chunk, into);
  return [...into.scripts.map((script) => `/desk${script}`), ...styles];
}

async function buildOlderEngines(): Promise<string> {
  const { script } = await buildApart('older-engines');
  return script;
}

/** The script and the styles of pages inside a window of a host; other pages load neither. */
async function buildEmbedded(): Promise<{ readonly script: string; readonly style: string }> {
  const { script, sheets } = await buildApart('embedded');
  const style = (await Promise.all(sheets.map(async (sheet) => readFile(join(dist, 'web', sheet), 'utf8')))).join('').trim();
  // The page has the text.
  await Promise.all(sheets.map((sheet) => rm(join(dist, 'web', sheet))));
  return { script, style };
}

/** A separate build: the script runs before the application, so it shares nothing with it. */
async function buildApart(name: string): Promise<{ readonly script: string; readonly sheets: readonly string[] }> {
  const built = await build({
    configFile: false,
    root: join(root, 'src/web'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [mediaWidths(), shortTokens()],
    build: {
      target: [...scriptTargets],
      cssTarget: styleTargets,
      outDir: join(dist, 'web'),
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, `src/web/app/${name}/${name}.ts`),
        output: { hashCharacters: 'base36', entryFileNames: 'assets/[name]-[hash].js', assetFileNames: 'assets/[name]-[hash][extname]' },
      },
    },
  });
  const files = 'output' in built ? built.output.map(({ fileName }) => fileName) : [];
  const [script, ...more] = files.filter((file) => file.endsWith('.js'));
  if (script === undefined || more.length > 0) throw new Error(`${name} is not one script: ${files.join(', ')}.`);
  return { script: `/${script}`, sheets: files.filter((file) => file.endsWith('.css')) };
}

/** A link in the page names the icon, no module does, so it gets its hash here. */
async function addFavicon(): Promise<string> {
  const source = join(root, 'src/web/assets/favicon.svg');
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 8);
  const name = `assets/favicon-${hash}.svg`;
  await mkdir(join(dist, 'web/assets'), { recursive: true });
  await copyFile(source, join(dist, 'web', name));
  return `/${name}`;
}

interface Asset {
  readonly raw: number;
  /** Bytes of the compressed copies. */
  readonly compressed: Readonly<Record<Compression, number>>;
  readonly sha256: string;
}

async function compressAssets(): Promise<Record<string, Asset>> {
  const directory = join(dist, 'web/assets');
  const files = (await readdir(directory)).toSorted();
  const entries = await Promise.all(
    files.map(async (file): Promise<[string, Asset]> => {
      const content = await readFile(join(directory, file));
      const write = async (compression: Compression): Promise<number> => {
        const bytes = await compress(content, compression);
        await writeFile(join(directory, `${file}${suffixes[compression]}`), bytes);
        return bytes.length;
      };
      const [br, zstd, gzip] = await Promise.all([write('br'), write('zstd'), write('gzip')]);
      const sha256 = createHash('sha256').update(content).digest('base64url');
      return [`/assets/${file}`, { raw: content.length, compressed: { br, zstd, gzip }, sha256 }];
    }),
  );
  return Object.fromEntries(entries);
}

/** For the entry and every module loaded on demand: its scripts and style sheets, its own first. */
async function chunkTable() {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, 'web/.vite/manifest.json'), 'utf8'));
  const chunks: Record<string, { scripts: string[]; styles: string[] }> = {};
  refuseCycles(manifest);
  let entry: string | undefined;
  for (const [source, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry !== true && chunk.isDynamicEntry !== true) continue;
    if (chunk.isEntry === true) entry = source;
    chunks[source] = { scripts: [], styles: [] };
    collect(manifest, chunk, chunks[source]);
  }
  for (const [module, file] of Object.entries(readTextPacks(join(dist, 'web')))) chunks[module] = { scripts: [`/${file}`], styles: [] };
  if (entry === undefined) throw new Error('The build has no entry.');
  // The server draws each page with the files of its screen.
  const lost = screenFiles.filter((file) => chunks[file] === undefined);
  if (lost.length > 0) throw new Error(`Screens that another file of the build has swallowed (vite.config.ts): ${lost.join(', ')}`);
  const sheets = new Set(Object.values(chunks).flatMap((chunk) => chunk.styles));
  const styles = Object.fromEntries(
    await Promise.all([...sheets].map(async (sheet) => [sheet, (await readFile(join(dist, 'web', sheet), 'utf8')).trim()] as const)),
  );
  return { entry, chunks, styles };
}

/**
 * A file of a circle runs before another one that it needs: values that modules make when they run are missing then.
 * @throws {Error}
 */
function refuseCycles(manifest: Manifest): void {
  const [cycle] = cyclesOf(new Map(Object.entries(manifest).map(([source, { imports = [] }]) => [source, imports])));
  if (cycle !== undefined) throw new Error(`Files of the build import each other in a circle: ${cycle.join(' → ')}`);
}

function collect(manifest: Manifest, chunk: ManifestChunk, into: { readonly scripts: string[]; readonly styles: string[] }): void {
  const script = `/${chunk.file}`;
  if (into.scripts.includes(script)) return;
  into.scripts.push(script);
  for (const imported of chunk.imports ?? []) {
    const found = manifest[imported];
    if (found !== undefined) collect(manifest, found, into);
  }
  // After the imports: a page's own styles follow the styles that they build on.
  for (const sheet of chunk.css ?? []) if (!into.styles.includes(`/${sheet}`)) into.styles.push(`/${sheet}`);
}
