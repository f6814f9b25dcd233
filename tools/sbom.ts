/** Writes the software bill of materials: `npm run sbom`, or `npm run sbom -- <file>`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';

const root = join(import.meta.dirname, '..');
const file = resolve(process.argv[2] ?? join(root, 'dist/sbom.cdx.json'));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, billOfMaterials(root));
console.log(`Written: ${file}`);
