import { fileURLToPath } from 'node:url';

/**
 * For the environment of a program that a test starts. Most of the time of a short program goes into loading modules:
 * compiled code is kept from one start to the next and modules are found as in `main.mjs`.
 */
export const quickStart = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/compile', import.meta.url)),
  NODE_OPTIONS: `--import=${new URL('fast-modules.mjs', import.meta.url).href}`,
};
