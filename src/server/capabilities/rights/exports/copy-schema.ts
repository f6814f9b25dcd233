import type { CopiedColumn, CopiedTable } from '#server/core/rights/kept-data/copied-rows.ts';
import type { KeptThing } from '#contract/vocabulary/kept-data.ts';

type TextOf = (thing: KeptThing) => string;

const types: Readonly<Record<CopiedColumn['as'], object>> = {
  'a text': { type: ['string', 'null'] },
  opened: { type: ['string', 'null'] },
  'a time': { type: ['string', 'null'], format: 'date-time' },
  'a number': { type: ['integer', 'null'] },
  'a switch': { type: ['boolean', 'null'] },
};

/** The JSON Schema (2020-12) of one file of a copy. */
export function copySchema(topic: string, tables: readonly CopiedTable[], textOf: TextOf): object {
  const names = tables.map(({ table }) => table.name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:account-export:1:${topic}`,
    type: 'object',
    properties: Object.fromEntries(tables.map(({ table, columns }) => [table.name, { type: 'array', items: rowSchema(columns, textOf) }])),
    required: names,
    additionalProperties: false,
  };
}

function rowSchema(columns: CopiedTable['columns'], textOf: TextOf): object {
  return {
    type: 'object',
    properties: Object.fromEntries(columns.map(([name, { as, thing }]) => [name, { ...types[as], description: textOf(thing) }])),
    required: columns.map(([name]) => name),
    additionalProperties: false,
  };
}
