import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDatabaseState } from './database-state.ts';
import { createLog } from './log.ts';

const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });

function state() {
  const written: { readonly msg: string; readonly level: string; readonly leftOut?: number; readonly status?: string }[] = [];
  const made = createDatabaseState(
    createLog({ level: 'info', destination: { write: (line) => void written.push(JSON.parse(line)) } }),
    tmpdir(),
  );
  return { written, ...made };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(10);
}

test('an outage is one line at its beginning and one at its end, and other lines pass meanwhile', async () => {
  const { written, log, watch, status } = state();
  let isAway = true;
  watch(async () => {
    if (isAway) throw away;
  });
  for (let n = 0; n < 20; n += 1) log.error({ err: away }, 'signals could not be read');
  log.info({}, 'request');
  await until(() => written.length === 2);
  expect(await status()).toBe('database unavailable');
  for (let n = 0; n < 20; n += 1) log.warn({ err: new Error('a job', { cause: away }) }, 'the outbox could not be read');
  log.error({ err: new TypeError('x is not a function') }, 'a request failed');
  isAway = false;
  await until(() => written.at(-1)?.leftOut !== undefined);
  expect(written.map(({ level, msg }) => [level, msg.split(':')[0]])).toEqual([
    ['info', 'request'],
    ['error', 'the database cannot work'],
    ['error', 'a request failed'],
    ['warn', 'the database works again'],
  ]);
  expect(written.at(-1)).toMatchObject({ leftOut: 40 });
  expect(await status()).toBe('ready');
});

test('an error of another service is logged as it is while the database answers', async () => {
  const { written, log, watch } = state();
  watch(async () => undefined);
  log.warn({ err: away }, 'a message could not be sent');
  await until(() => written.length === 1);
  expect(written[0]).toMatchObject({ level: 'warn', msg: 'a message could not be sent' });
});

test.each([
  ['SQLite', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
  ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
])('a full disk below %s is an outage too, although the database answers', async (_engine, err) => {
  const { written, log, watch, status } = state();
  watch(async () => undefined);
  expect(await status()).toBe('ready');
  for (let n = 0; n < 5; n += 1) log.error({ err }, 'a request failed');
  await until(() => written.length > 0);
  expect(await status()).toBe('disk full');
  expect(written).toMatchObject([{ level: 'error', status: 'disk full' }]);
});
