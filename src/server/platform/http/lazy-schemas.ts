import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { setImmediate as idle } from 'node:timers/promises';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
/** A validator or a serializer; a validator leaves its findings in `errors`. */
type Compiled = ((data: unknown) => unknown) & { errors?: unknown };
type Compiler = (route: Route) => Compiled;
interface Route {
  readonly schema: unknown;
}
type CompilerFactory = (externalSchemas: unknown, options: unknown) => Compiler;

/** Fastify's own compilers, run on the first use of a call: compiling all calls at once takes a third of the start. */
export interface LazySchemas {
  readonly compilersFactory: Compilers;
  /** Compiles the schemas that are still unused, one in each turn of the event loop. */
  warm(): Promise<void>;
}

/** Resolves the packages that Fastify would use otherwise. */
const requireOfFastify = createRequire(createRequire(import.meta.url).resolve('fastify'));

/** Validators that were compiled in this process, by everything that their compiler was given: many calls have the same answer. */
const compiledBefore = new Map<string, Compiled>();

function keyOf(...given: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(given)).digest('base64');
}

export function createLazySchemas(): LazySchemas {
  const waiting: (() => Compiled)[] = [];

  function factoryOf(name: '@fastify/ajv-compiler' | '@fastify/fast-json-stringify-compiler'): CompilerFactory {
    return (externalSchemas, options) => {
      let compiler: Compiler | undefined;
      return (route) => {
        let compiled: Compiled | undefined;
        const compile = (): Compiled => {
          if (compiled !== undefined) return compiled;
          const key = keyOf(name, externalSchemas, options, route.schema);
          compiled = compiledBefore.get(key);
          if (compiled !== undefined) return compiled;
          compiler ??= (requireOfFastify(name) as () => CompilerFactory)()(externalSchemas, options);
          compiled = compiler(route);
          compiledBefore.set(key, compiled);
          return compiled;
        };
        waiting.push(compile);
        const run: Compiled = (data) => {
          const now = compiled ?? compile();
          const result = now(data);
          if (result === false) run.errors = now.errors;
          return result;
        };
        return run;
      };
    };
  }

  return {
    compilersFactory: {
      buildValidator: factoryOf('@fastify/ajv-compiler') as NonNullable<Compilers['buildValidator']>,
      buildSerializer: factoryOf('@fastify/fast-json-stringify-compiler') as NonNullable<Compilers['buildSerializer']>,
    },
    async warm() {
      for (const compile of waiting.splice(0)) {
        compile();
        await idle();
      }
    },
  };
}
