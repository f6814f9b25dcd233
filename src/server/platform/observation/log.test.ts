import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lines() {
  const written: string[] = [];
  return { written, log: createLog({ level: 'debug', destination: { write: (line) => void written.push(line) } }) };
}

test('writes one JSON object for each line with level, time and sentence', () => {
  const { written, log } = lines();
  log.info({ requestId: 'r1', status: 200, code: 1005 }, 'request');
  expect(written).toHaveLength(1);
  const line: { readonly time: string } = JSON.parse(written[0] ?? '');
  expect(line).toMatchObject({ level: 'info', requestId: 'r1', status: 200, code: 1005, msg: 'request' });
  // In UTC, in any time zone of the machine.
  expect(new Date(line.time).toISOString()).toBe(line.time);
});

test('never writes secrets, at the top or one level down', () => {
  const { written, log } = lines();
  const secret = {
    phone: '13800138000',
    email: 'li@example.com',
    password: 'Cedar-root-1',
    code: '482913',
    token: 'Zk3vT9',
    cookie: 'sid=QmES',
  };
  log.warn({ ...secret, body: secret }, 'tried');
  for (const value of Object.values(secret)) expect(written.join('')).not.toContain(value);
});

test('removes phones, emails and database rows from errors', () => {
  const { written, log } = lines();
  const error = Object.assign(new Error('Key (13800138000, li@example.com) exists', { cause: new Error('13900139000') }), {
    code: '23505',
    detail: 'Key (kind, value)=(phone, 13800138000) already exists.',
    parameters: ['li@example.com'],
  });
  log.error({ err: error }, 'failed');
  expect(written.join('')).toContain('23505');
  expect(written.join('')).not.toMatch(/13800138000|13900139000|li@example\.com/);
});

test('prevents forged lines and cursor movement', () => {
  const { written, log } = lines();
  log.info({ reason: 'x\n{"level":"error"}\u001b[2J' }, 'line\nbreak');
  log.error({ err: new Error('a\u009bb\u2028c') }, 'failed');
  expect(written).toHaveLength(2);
  for (const line of written) {
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028]/u);
  }
});
