import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/**
 * An artificial language: text that stays unchanged is not translated, and text that does not fit shows a space that is
 * too narrow.
 */
const language = 'en_XA';
const short = 'xa';
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('áƀćđéƒǵĥíĵķĺɱńóṕɋŕśťúṽẃẋýź', (accented, index) => [String.fromCodePoint(97 + index), accented]),
);

const names = { id: pseudoText('Cedar ID'), os: pseudoText('Cedar OS') };

/**
 * Adds a generated language to a copy of the sources, as `docs/how-to/language.md` describes, and returns the problems:
 * failed compilation or build, and page texts in another language.
 */
export async function pseudoLanguageProblems(root: string): Promise<readonly string[]> {
  const copy = join(tmpdir(), `cedar-id-pseudo-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  try {
    copySources(root, copy);
    await addLanguage(join(copy, 'src'));
    const types = typeProblems(root, copy);
    const [failure] = await build({ configFile: join(copy, 'vite.config.ts'), logLevel: 'silent', build: { ssr: true } }).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    return [...(await types), ...(failure === undefined ? await pageProblems(copy) : [failure])];
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function copySources(root: string, copy: string): void {
  const isWanted = (file: string): boolean => !/\.test\.tsx?$|\/web\/testing$/.test(file);
  // Pages show the examples.
  for (const folder of ['src', 'tools', 'examples']) cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: isWanted });
  for (const file of ['package.json', 'tsconfig.base.json', 'vite.config.ts']) cpSync(join(root, file), join(copy, file));
  cpSync(join(root, 'src/web/testing/sample-config.ts'), join(copy, 'src/web/sample-config.ts'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** A language consists of three tables and a folder. */
async function addLanguage(source: string): Promise<void> {
  const facts = {
    short,
    tag: 'en-XA',
    name: pseudoText('Pseudo'),
    region: 'DE',
    space: ' ',
    quotes: ['', ''],
    iso3: 'xxx',
  };
  const serverFacts = { englishName: 'Pseudo', brand: names, desk: pseudoText('Desk'), wechat: 'en' };
  insert(join(source, 'contract/vocabulary/languages.ts'), [
    ['} as const satisfies Readonly<Record<string, LanguageFacts>>', `${language}: ${JSON.stringify(facts)},`],
    ['};\n\n/** ', `${language}: ${JSON.stringify(serverFacts)},`],
  ]);
  insert(join(source, 'messages/catalogues.ts'), [
    ['\n/** ', `import { catalogue as ${short} } from './${short}/catalogue.ts';`],
    [' };', `, ${language}: ${short}`],
  ]);
  insert(join(source, 'messages/web-catalogues.ts'), [
    ['};\n\n/** ', `${language}: async () => (await import('./${short}/web.ts')).web,`],
    ['};\n$', `${language}: async () => (await import('./${short}/countries.ts')).countries,`],
  ]);
  const ofDesk = {
    chrome: ['chrome'],
    scopes: ['scopes'],
    'screens/protection/activity': ['activity', 'activityToStaff'],
    desk: ['desk'],
    'desk-rooms': ['deskRooms'],
    'desk-publications': ['deskPublications'],
  };
  const parts = Object.entries(ofDesk).flatMap(([file, exported]) =>
    exported.map((name) => `...(await import('./${short}/${file}.ts')).${name}`),
  );
  insert(join(source, 'messages/desk-catalogues.ts'), [['};\n$', `${language}: async () => ({ ${parts.join(', ')} }),`]]);
  await writeTexts(join(source, 'messages'));
}

/** Inserts each text before the first occurrence of its marker. */
function insert(file: string, pieces: readonly (readonly [before: string, text: string])[]): void {
  let content = `${readFileSync(file, 'utf8')}$`;
  for (const [before, text] of pieces) {
    if (!content.includes(before)) throw new Error(`${basename(file)} has no place for another language before ${JSON.stringify(before)}.`);
    content = content.replace(before, () => `${text}\n${before}`.replace('\n };', ' };'));
  }
  writeFileSync(file, content.slice(0, -1));
}

/** The English texts, altered; the two files that gather them are the same in every language. */
async function writeTexts(messages: string): Promise<void> {
  for (const file of globSync('**/*.ts', { cwd: join(messages, 'en') })) {
    const target = join(messages, short, file);
    mkdirSync(dirname(target), { recursive: true });
    if (file === 'catalogue.ts' || file === 'web.ts') {
      cpSync(join(messages, 'en', file), target);
      continue;
    }
    const texts = Object.entries((await import(pathToFileURL(join(messages, 'en', file)).href)) as Record<string, unknown>);
    writeFileSync(
      target,
      texts.map(([name, value]) => `export const ${name} = ${JSON.stringify(pseudo(value), null, 2)} as const;\n`).join('\n'),
    );
  }
}

function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (Array.isArray(value)) return value.map(pseudo);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, pseudo(part)]))
    : value;
}

/**
 * Accented and 40 % longer. Placeholders stay, and so does the last line of an SMS, which binds its code to the site.
 */
export function pseudoText(text: string): string {
  const strange = text
    .split(/(\{\w+\}|\n@.*)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[a-z]/gi, accent)))
    .join('');
  const [first = '', ...rest] = strange.split('\n');
  return [`${first}${'·'.repeat(Math.ceil(first.length * 0.4))}`, ...rest].join('\n');
}

function accent(letter: string): string {
  const accented = accents[letter.toLowerCase()] ?? letter;
  return letter === letter.toLowerCase() ? accented : accented.toUpperCase();
}

/** The path of the copy stays the same, so that the compiler checks only the changes since the last run. */
async function typeProblems(root: string, copy: string): Promise<readonly string[]> {
  const options = {
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['es2024', 'esnext.array', 'esnext.disposable', 'dom', 'dom.iterable'],
    types: ['node', 'vite/client'],
    tsBuildInfoFile: join(root, 'node_modules/.cache/tsc/pseudo-language.tsbuildinfo'),
  };
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', compilerOptions: options, include: ['src'] }),
  );
  const child = spawn(join(copy, 'node_modules/.bin/tsc'), ['-p', copy, '--checkers', '1'], { cwd: copy });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return code === 0 ? [] : output.trim().split('\n');
}

interface Renderer {
  readonly renderPage: (key: string, variant: object) => Promise<{ readonly html: string; readonly title: string; readonly lang: string }>;
}

/** Renders every page that needs no data and returns its texts in other languages. */
async function pageProblems(copy: string): Promise<readonly string[]> {
  const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(copy, file)).href);
  const { renderPage } = (await load('dist/ssr/prerender.js')) as Renderer;
  const { routes } = (await load('src/web/app/pages/routes.ts')) as { readonly routes: readonly { readonly path: string }[] };
  const { sampleConfig: config } = (await load('src/web/sample-config.ts')) as { readonly sampleConfig: object };
  const problems: string[] = [];
  for (const { path } of routes.filter((route) => !route.path.includes(':'))) {
    const { html, title, lang } = await renderPage(path, { language, vendor: false, config });
    const texts = [title, ...textsIn(html)].filter((text) => /[A-Za-z]{3}|\p{Script=Han}/u.test(text));
    problems.push(...texts.map((text) => `${path} shows ${JSON.stringify(text)}`), ...(lang === 'en-XA' ? [] : [`${path} is in ${lang}`]));
  }
  return problems;
}

/** Visible and spoken texts of a page, except the languages' own names in a list or a menu. */
function textsIn(html: string): readonly string[] {
  const shown = html.replaceAll(/<(option|button) [^>]*lang=.*?<\/\1>/g, '');
  const spoken = Array.from(shown.matchAll(/ (?:aria-label|placeholder|alt|title)="([^"]*)"/g), ([, text = '']) => text);
  return [...shown.split(/<[^>]*>/), ...spoken].map((text) => text.replaceAll('&amp;', '&'));
}
