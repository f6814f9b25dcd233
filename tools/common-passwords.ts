/**
 * Makes the list of common passwords that the server refuses, from two packages under the MIT license (NOTICE):
 *   node tools/common-passwords.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonPasswordsFile } from './common-passwords-file.ts';

const path = join(import.meta.dirname, '../src/server/core/sign-in/password/common-passwords.bin');
const file = commonPasswordsFile();
writeFileSync(path, file);
console.log(`${path}: ${file.length} bytes`);
