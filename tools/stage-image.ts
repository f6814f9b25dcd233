/**
 * Copies only the production files into a new folder: the modules that the server and the operator's commands load, the
 * packages that they import, the built web application and the bill of materials. `deploy/Containerfile` makes its
 * image of it.
 *   node tools/stage-image.ts <folder>
 */
import { join, resolve } from 'node:path';
import { stageImage } from './staged-image.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to make: node tools/stage-image.ts <folder>');
const { files, packages } = stageImage({ root: join(import.meta.dirname, '..'), to: resolve(folder) });
console.log(`${files} files of ours and ${packages} packages in ${folder}`);
