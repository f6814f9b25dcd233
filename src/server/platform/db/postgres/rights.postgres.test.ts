/** The SQL of docs/operations.md, and what is said to a role that lacks a right. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/migrations/open-database.ts';

it('names the right that a role lacks to make tables, and the statement that gives it', async () => {
  const admin = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await admin.connect();
  const name = `rights_${randomBytes(4).toString('hex')}`;
  onTestFinished(async () => {
    await admin.query(`drop database ${name}`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  await admin.query(`create role ${name} login password 'p'`);
  await admin.query(`create database ${name}`);
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '');
  url.username = name;
  url.password = 'p';
  url.pathname = name;
  const open = () => openDatabase({ databaseUrl: url.href, dataDir: '/nonexistent', pool: { max: 2, waitMs: 5000 } });
  await expect(open()).rejects.toThrow(
    `the role ${name} may not create tables in the database ${name}: make it the owner, by alter database ${name} owner to ${name}`,
  );
  await admin.query(`alter database ${name} owner to ${name}`);
  await (await open()).close();
});
