import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { screenFiles } from './screen-files.ts';
import { keysOfPacks } from './text-keys.ts';
import { listOf, nameOf, parseModule, isTree } from './syntax-tree.ts';

const keys = ['app.title', 'si.h', 'si.lead', 'social.qq', 'social.wechat', 'v.code', 'unused'];
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The packs of a small application: an entry, the account frame and the screens `shared/sign-in/login` and `desktop/home`. */
function packsWith(files: Readonly<Record<string, string>>) {
  const source = mkdtempSync(join(tmpdir(), 'cedar-id-texts-'));
  folders.push(source);
  const all = {
    'app/entry-client.tsx': "import { t } from '#web/lib/t.ts'; t('app.title');",
    'app/shell/frames/account-frame.tsx': '',
    'screens/shared/sign-in/login.tsx': '',
    'screens/desktop/home.tsx': '',
    'lib/t.ts': 'export const t = String;',
    ...files,
  };
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(dirname(join(source, 'web', file)), { recursive: true });
    writeFileSync(join(source, 'web', file), content);
  }
  const pages = [
    ['app', 'shared/sign-in/login'],
    ['app', 'account-frame', 'desktop/home'],
  ];
  return Object.fromEntries(keysOfPacks(source, { keys, pages }));
}

describe('the texts of a page', () => {
  test('are those that its modules name, at any distance', () => {
    const packs = packsWith({
      'screens/shared/sign-in/login.tsx': "import './form.tsx'; t('si.h');",
      'screens/shared/sign-in/form.tsx': "export const load = () => import('#web/features/later.ts'); const lead = { text: 'si.lead' };",
      'features/later.ts': "export { error } from './error.ts';",
      'features/error.ts': "export const error = isWrong ? 'v.code' : undefined;",
    });
    expect(packs['shared/sign-in/login']).toEqual(['si.h', 'si.lead', 'v.code']);
    expect(packs['desktop/home']).toEqual([]);
  });

  test('include a whole family if a template begins with its name', () => {
    const packs = packsWith({ 'screens/shared/sign-in/login.tsx': 't(`social.${platform}`);' });
    expect(packs['shared/sign-in/login']).toEqual(['social.qq', 'social.wechat']);
  });

  test('exclude those of modules that are imported only for types', () => {
    const packs = packsWith({
      'screens/shared/sign-in/login.tsx': "import type { A } from './a.ts'; import { type B } from './a.ts';",
      'screens/shared/sign-in/a.ts': "t('si.h');",
    });
    expect(packs['shared/sign-in/login']).toEqual([]);
  });

  test('stand once: texts of other loaded packs are left out', () => {
    const packs = packsWith({
      'app/shell/frames/account-frame.tsx': "t('si.h'); t('app.title');",
      'screens/desktop/home.tsx': "t('si.h'); t('si.lead'); t('app.title');",
    });
    expect(packs).toMatchObject({ app: ['app.title'], 'account-frame': ['si.h'], 'desktop/home': ['si.lead'] });
  });

  test('stay in the pack of a screen that is also shown without the other one', () => {
    const packs = packsWith({ 'screens/shared/sign-in/login.tsx': "t('si.h');", 'screens/desktop/home.tsx': "t('si.h');" });
    expect(packs).toMatchObject({ 'shared/sign-in/login': ['si.h'], 'desktop/home': ['si.h'] });
  });

  test.each([
    ['a template without a family', 't(`${kind}.h`);'],
    ['a template of a family that has no texts', 't(`nothing.${kind}`);'],
    ['one branch of a choice', "t(isNew ? 'si.h' : `${kind}.h`);"],
    ['a cast', 't(name as MessageKey);'],
  ])('cannot be known from %s', (_what, code) => {
    expect(() => packsWith({ 'screens/shared/sign-in/login.tsx': code })).toThrow(/^web\/screens\/shared\/sign-in\/login\.tsx: /);
  });

  test.each([
    ['nobody', '', true],
    ['who imports it', "loadTexts(['desktop/home']);", false],
  ])('of a screen that is imported when it is needed are loaded by %s', (_whom, load, isRefused) => {
    const pack = () => packsWith({ 'screens/shared/sign-in/login.tsx': `${load} import('#web/screens/desktop/home.tsx');` });
    if (isRefused) expect(pack).toThrow('web/screens/desktop/home.tsx is shown without a load of its texts');
    else expect(pack()['shared/sign-in/login']).toEqual([]);
  });

  test('cannot be found for a missing screen', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cedar-id-texts-'));
    folders.push(folder);
    expect(() => keysOfPacks(folder, { keys, pages: [['shared/nowhere']] })).toThrow('shared/nowhere.tsx');
  });
});

test('every file that a route names exports only its screen', () => {
  const root = join(import.meta.dirname, '../src/web');
  expect(screenFiles.length).toBeGreaterThan(60);
  const exported = screenFiles.map((file) => {
    const body = listOf(parseModule(file, readFileSync(join(root, file), 'utf8'))['body']);
    return body.flatMap(({ type, declaration }) =>
      type === 'ExportNamedDeclaration' && isTree(declaration) ? [`${file} ${nameOf(declaration['id'])}`] : [],
    );
  });
  expect(exported.filter(({ length }) => length !== 1)).toEqual([]);
});
