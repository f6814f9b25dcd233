/** The migrated database that `postgres-global-setup.ts` makes once and `test-database.ts` copies for each test. */
export const templateDatabase = 'cedar_template';
