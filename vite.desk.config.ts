import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { scriptTargets, styleTargets } from './tools/engine-floor.ts';
import { mediaWidths, shortTokens } from './tools/style-plugins.ts';
import { iconsApart, leanEndpoints, noTesting, shortName } from './vite.config.ts';

/**
 * Few files: what stands in one file is compressed together, and a member goes from room to room all day. A sign-in loads
 * the frame and the overview; what is for people and the other rooms come with the first of them, agreements by themselves.
 */
const chunkGroups = [
  { name: 'desk', tags: ['$initial' as const], priority: 4 },
  { name: (id: string) => /\/src\/messages\/(\w+)\//.exec(id)?.[1]?.replace(/^/, 'texts-') ?? null, debugName: 'texts', priority: 3 },
  { name: 'people', test: /\/src\/web\/desk\/(?:pages\/(?:find|person|approvals|alarms)-page|further-acts|person-)/, priority: 2 },
  { name: 'publications', test: /\/src\/web\/desk\/(?:pages\/publications-page|publications\/)/, priority: 2 },
  { name: 'overview', test: /\/src\/web\/desk\/pages\/overview-page\./, priority: 3.5 },
  { name: 'rooms', test: /\/src\/web\/desk\/(?:pages|rooms)\//, priority: 1 },
];

/**
 * Preact behind the names of React, whose DOM alone is 58 KiB. Tests of the desk's pages run with it as well
 * (vitest.config.ts).
 */
export const lightReact = [
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: /^react\/(jsx-(?:dev-)?runtime)$/, replacement: 'preact/$1' },
  { find: 'use-sync-external-store/shim/index.js', replacement: 'preact/compat' },
];

const root = resolve(import.meta.dirname, 'src/web');

/** The desk: a build of its own, so that not a byte of it reaches people's pages, and theirs never change with it. */
export default defineConfig({
  root,
  base: '/desk/',
  publicDir: false,
  plugins: [mediaWidths(), leanEndpoints(), ownTexts(), iconsApart(), shortTokens(), noTesting(), react()],
  css: { modules: { generateScopedName: shortName } },
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: lightReact },
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
      input: resolve(root, 'desk/entry-desk.tsx'),
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});

/** The desk loads its texts itself (`desk/texts.ts`): those of people's pages are no part of it. */
function ownTexts(): Plugin {
  return {
    name: 'own-texts',
    load: { filter: { id: /\/web\/lib\/texts\.ts$/ }, handler: () => 'export const loadPack = async () => ({});' },
  };
}
