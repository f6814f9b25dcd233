/**
 * Copies only the production files into a new folder: the modules that the server and the operator's commands load, the
 * packages that they import, the built web application and the bill of materials. `deploy/Containerfile` makes its
 * image of it. With `--with-node` this Node.js goes along, so that the folder needs nothing else of its machine:
 * `npm run stage -- <folder>`.
 *   node tools/stage-image.ts [--with-node] <folder>
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stageImage } from './staged-image.ts';

const { values, positionals } = parseArgs({ options: { 'with-node': { type: 'boolean' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder to make: npm run stage -- <folder>');
const { files, packages } = stageImage({
  root: join(import.meta.dirname, '..'),
  to: resolve(folder),
  withNode: values['with-node'] === true,
});
console.log(`${files} files of ours and ${packages} packages in ${folder}`);
