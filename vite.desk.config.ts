import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { iconsApart, leanEndpoints, mediaWidths, noTesting, shortName, shortTokens } from './vite.config.ts';
import { scriptTargets, styleTargets } from './tools/engine-floor.ts';

const root = resolve(import.meta.dirname, 'src/web');

/** The desk: a build of its own, so that not a byte of it reaches people's pages, and theirs never change with it. */
export default defineConfig({
  root,
  base: '/desk/',
  publicDir: false,
  plugins: [mediaWidths(), leanEndpoints(), ownTexts(), iconsApart(), shortTokens(), noTesting(), react()],
  css: { modules: { generateScopedName: shortName } },
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    target: [...scriptTargets],
    cssTarget: styleTargets,
    outDir: resolve(import.meta.dirname, 'dist/desk'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: resolve(root, 'desk/entry-desk.tsx') },
  },
});

/** The desk loads its texts itself (`desk/texts.ts`): those of people's pages are no part of it. */
function ownTexts(): Plugin {
  return {
    name: 'own-texts',
    load: { filter: { id: /\/web\/lib\/texts\.ts$/ }, handler: () => 'export const loadPack = async () => ({});' },
  };
}
