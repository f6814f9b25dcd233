import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scriptTargets, styleTargets } from './tools/engine-floor.ts';
import { mediaWidths, shortTokens } from './tools/style-plugins.ts';
import { iconsApart, leanEndpoints, noTesting, shortName, withoutShim } from './vite.config.ts';

const root = resolve(import.meta.dirname, 'src/web');

/** The texts of a language in one file, which `tools/desk-build.ts` counts by its name. */
const texts = { name: (id: string) => /\/src\/messages\/(\w+)\//.exec(id)?.[1]?.replace(/^/, 'texts-') ?? null, debugName: 'texts' };

/** The desk: its own build, so that not a byte of it reaches people's pages, and theirs never change with it. */
export default defineConfig({
  root,
  base: '/desk/',
  publicDir: false,
  plugins: [mediaWidths(), leanEndpoints(), iconsApart(), shortTokens(), noTesting(), react()],
  css: { modules: { generateScopedName: shortName } },
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: withoutShim },
  build: {
    target: [...scriptTargets],
    cssTarget: styleTargets,
    outDir: resolve(import.meta.dirname, 'dist/desk'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One sheet: the rooms share most of their looks.
    cssCodeSplit: false,
    rolldownOptions: {
      // A newcomer's first start is quiet.
      checks: { bundlerTimings: false },
      input: resolve(root, 'desk/entry-desk.tsx'),
      output: { codeSplitting: { groups: [texts] } },
    },
  },
});
