import type { deskOverviewEndpoints } from '#contract/desk/overview.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, nothing } from '#contract/schemas/shapes.ts';
import { figureSpans } from '#contract/vocabulary/desk-queues.ts';
import { figureNames } from '#contract/vocabulary/figures.ts';

const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const count = Type.Integer({ minimum: 0 });
const ms = Type.Unsafe<number>({ type: 'number', description: 'milliseconds' });
const counts = Type.Unsafe<Readonly<Record<string, number>>>({ type: 'object', additionalProperties: { type: 'number' } });
const values = Type.Unsafe<Readonly<Record<string, number | null>>>({
  type: 'object',
  additionalProperties: { type: ['number', 'null'] },
  description: 'null for a value that cannot be read now',
});

const told = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const instance = closed({
  instance: Type.String(),
  version: Type.String(),
  startedAt: time,
  at: time,
  isGone: Type.Boolean({ description: 'no report for a minute' }),
  answers: told('null where its report cannot be read, like the next three'),
  p50: told('milliseconds'),
  p95: told('milliseconds'),
  failed: told('answers with a status of 500 and more'),
  values,
});

const chain = Type.Union([
  Type.Null(),
  closed({
    through: Type.Integer({ minimum: 0, description: 'number of the last verified seal' }),
    head: Type.String(),
    at: time,
    faults: count,
    wholeAt: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'beginning of the last pass over the whole chain' }),
  }),
]);

export const deskOverviewSchemas = {
  deskFigures: {
    query: closed({ span: choice(figureSpans) }),
    data: closed({
      from: time,
      step: Type.Integer({ description: 'milliseconds from one count to the next' }),
      now: time,
      figures: Type.Array(closed({ name: choice(figureNames), counts: Type.Array(count) })),
      today: Type.Array(
        closed({ name: choice(figureNames), count, before: Type.Integer({ minimum: 0, description: 'at this hour a week ago' }) }),
      ),
    }),
  },
  deskHealth: {
    query: nothing,
    data: closed({
      now: time,
      instances: Type.Array(instance),
      routes: Type.Array(closed({ route: Type.String(), answers: count, p50: ms, p95: ms, errors: counts })),
      moreRoutes: count,
      site: values,
      budgets: Type.Array(closed({ name: Type.String(), used: Type.Unsafe<number>({ type: 'number', description: 'from 0 to 1' }) })),
      chain,
      keys: Type.Array(closed({ purpose: Type.String(), madeAt: time })),
      database: closed({ engine: choice(['sqlite', 'postgres']), migration: Type.String() }),
    }),
  },
} as const satisfies SchemasFor<typeof deskOverviewEndpoints>;
