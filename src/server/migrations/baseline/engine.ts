/** Where the two databases differ in the statements that make a table. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Text whose ranges are those of its bytes, regardless of the language of the database. */
  readonly bytes: string;
  /** Stores rows in the tree of their key, so that the look-up of every request needs one search for each table. */
  readonly keyed: string;
}

export const engines: Readonly<Record<Engine['name'], Engine>> = {
  sqlite: { name: 'sqlite', bytes: 'text', keyed: ' without rowid' },
  postgres: { name: 'postgres', bytes: 'text collate "C"', keyed: '' },
};
