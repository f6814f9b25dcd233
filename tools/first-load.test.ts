import { expect, test } from 'vitest';
import { firstLoadBudgets, firstLoadOf, firstLoadProblems, type BuiltFiles } from './first-load.ts';

/** A build in which all pages share one script, and the home has one more, each of so many KiB. */
function buildOf({ shared, own }: { readonly shared: number; readonly own: number }): BuiltFiles {
  const common = { scripts: ['/assets/app.js'], styles: ['/assets/app.css'] };
  const sizeOf = (kib: number) => ({ compressed: { br: kib * 1024 } });
  return {
    entry: 'entry',
    embedded: { script: '/assets/embedded.js' },
    chunks: { entry: common, page: common, home: { ...common, scripts: ['/assets/app.js', '/assets/home.js'] } },
    styles: { '/assets/app.css': 'p{color:red}' },
    assets: { '/assets/app.js': sizeOf(shared), '/assets/home.js': sizeOf(own), '/assets/embedded.js': sizeOf(3) },
  };
}

const modulesOf = async (path: string) => (path === '/pc-account-home' ? ['page', 'home'] : ['page']);

test('counts a file that several modules need once, and the styles with it', async () => {
  const kib = await firstLoadOf(['page', 'home'], buildOf({ shared: 50, own: 7 }));
  expect(kib).toBeGreaterThan(57);
  expect(kib).toBeLessThan(57.1);
});

test('accepts pages within their budgets, and names one beyond it', async () => {
  const budget = firstLoadBudgets['/pc-account-home'] ?? 0;
  expect((await firstLoadProblems(buildOf({ shared: 50, own: budget - 51 }), modulesOf)).problems).toEqual([]);
  expect((await firstLoadProblems(buildOf({ shared: 50, own: budget - 49 }), modulesOf)).problems).toEqual([
    expect.stringMatching(/^\/pc-account-home loads \d+\.\d KiB at first/),
  ]);
});

test('does not take a missing file for a small one', async () => {
  const build = buildOf({ shared: 50, own: 1 });
  const { problems } = await firstLoadProblems({ ...build, assets: {} }, modulesOf);
  expect(problems).toHaveLength(Object.keys(firstLoadBudgets).length + 1);
  await expect(firstLoadOf(['gone'], build)).rejects.toThrow('The build has no gone.');
});
