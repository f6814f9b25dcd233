import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const renderer = `
export const firstPages = ['/login'];
export function pageInfo(url) {
  const [path] = url.split('?');
  const known = path === '/login' || path === '/home';
  return { key: known ? path : '*', status: known ? 200 : 404, guard: { '/home': 'account', '/login': 'visitor' }[path] ?? 'any', captcha: path === '/login' };
}
export async function renderPage(key, { language, vendor, config }) {
  const { lang, signIn } = { zh_CN: { lang: 'zh-CN', signIn: '登录' }, en_US: { lang: 'en', signIn: 'Sign in' } }[language];
  return {
    lang, title: signIn + ' <' + key + '>', html: '<p>' + key + (vendor ? ' vendor' : '') + '</p>',
    modules: ['login.tsx'], page: key, reload: { text: 'Reload "now"', button: 'Reload' },
  };
}`;

/** Writes a build of three pages into an empty folder, in the format of `tools/build-web.ts`. */
export function writeSmallBuild(dist: string): void {
  mkdirSync(join(dist, 'ssr'));
  mkdirSync(join(dist, 'web/assets'), { recursive: true });
  writeFileSync(join(dist, 'ssr/package.json'), '{"type":"module"}');
  writeFileSync(join(dist, 'ssr/prerender.js'), renderer);
  for (const [suffix, content] of Object.entries({ '': 'plain', '.br': 'brotli', '.zst': 'zstd', '.gz': 'gzip' })) {
    writeFileSync(join(dist, `web/assets/app-1.js${suffix}`), content);
  }
  writeFileSync(join(dist, 'web/assets/favicon-1.svg'), '<svg viewBox="0 0 1 1"></svg>');
  const asset = { raw: 5, sha256: '' };
  writeFileSync(
    join(dist, 'web.json'),
    JSON.stringify({
      entry: 'entry.tsx',
      olderEngines: '/assets/older-engines-1.js',
      embedded: { script: '/assets/embedded-1.js', style: 'i{color:green}' },
      favicon: '/assets/favicon-1.svg',
      chunks: {
        'entry.tsx': { scripts: ['/assets/app-1.js'], styles: ['/assets/app-1.css'] },
        'login.tsx': { scripts: ['/assets/login-1.js', '/assets/app-1.js'], styles: ['/assets/login-1.css'] },
      },
      styles: { '/assets/app-1.css': 'p{color:red}', '/assets/login-1.css': 'b{color:blue}' },
      assets: { '/assets/app-1.js': asset },
    }),
  );
}
