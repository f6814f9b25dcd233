import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { resolveOwn } from './own-modules.mjs';

// Compiled code is kept from one start to the next, types stripped, beside the packages and not in a folder that others can write to. It must
// be on before anything else is imported, so the start itself is another module; and this one is no TypeScript, because loading what
// strips types only for it would be a twentieth of the start.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
registerHooks({ resolve: resolveOwn });
await import('./start.ts');
