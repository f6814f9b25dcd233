import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '..');

/**
 * `npm run dev:web`: the real application with the tests' fake API, which runs in the page. `?scenario=` selects the
 * behavior of the API (`fake-page.ts`). It neither serves nor builds the product: the product's own configuration
 * refuses this folder.
 */
export default defineConfig(({ command }) => {
  if (command === 'build') throw new Error('The fake API is no part of any build.');
  return { root, publicDir: false, plugins: [react(), fakePage()], server: { port: 5174 } };
});

/** The product's page, with the fake API loaded first. */
function fakePage(): Plugin {
  return {
    name: 'fake-page',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/app/entry-client.tsx', '/testing/fake-page.ts') },
  };
}
