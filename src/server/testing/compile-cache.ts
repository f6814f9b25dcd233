import { fileURLToPath } from 'node:url';

/**
 * For the environment of a program that a test starts. Compiled code is kept from one start to the next, as in
 * `main.mjs`: most of the time of a short program goes into loading modules.
 */
export const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url)) };
