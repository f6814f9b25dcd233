import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDevOutbox, type DevOutbox } from './dev-outbox.ts';

let folder: string;
let file: string;
let outbox: DevOutbox;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-outbox-'));
  file = join(folder, 'dev-outbox.jsonl');
  outbox = openDevOutbox({ env: 'development', file, clock: { now: () => 1_800_000_000_000 } });
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function entry(to: string, text: string) {
  return { channel: 'email', to, scene: 'login', subject: 'Subject', text, code: '123456', link: null } as const;
}

describe('the development outbox', () => {
  it('shows the sent messages, newest first, in total or to one recipient', async () => {
    expect(await outbox.read()).toEqual([]);
    await outbox.append(entry('Anna@example.com', 'one\ntwo'));
    await outbox.append(entry('ben@example.com', 'three'));
    await outbox.append(entry('anna@example.com', 'four'));
    expect((await outbox.read()).map(({ text }) => text)).toEqual(['four', 'three', 'one\ntwo']);
    expect((await outbox.read(' ANNA@example.com ')).map(({ text }) => text)).toEqual(['four', 'one\ntwo']);
    expect((await outbox.read('nobody@example.com')).length).toBe(0);
    expect((await outbox.read())[0]).toEqual({ at: 1_800_000_000_000, ...entry('anna@example.com', 'four') });
  });

  it('keeps the HTML of a mail only for the page, under a number that stays', async () => {
    await outbox.append(entry('anna@example.com', 'one'), '<p>one</p>');
    await outbox.append(entry('ben@example.com', 'two'));
    const [two, one] = await outbox.messages();
    expect([one?.number, one?.html, two?.number, two?.html]).toEqual([0, '<p>one</p>', 1, undefined]);
    expect((await outbox.messages('ben@example.com')).map(({ number }) => number)).toEqual([1]);
    expect((await outbox.read()).map((each) => 'html' in each)).toEqual([false, false]);
  });

  it('continues after a line that a dying process left incomplete', async () => {
    await outbox.append(entry('anna@example.com', 'one'));
    await appendFile(file, '{"at":1,"to":"anna@exa\n');
    await outbox.append(entry('anna@example.com', 'two'));
    expect((await outbox.read()).map(({ text }) => text)).toEqual(['two', 'one']);
  });

  it('is readable only by its owner', async () => {
    await outbox.append(entry('anna@example.com', 'one'));
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('does not open in production', () => {
    expect(() => openDevOutbox({ env: 'production', file, clock: { now: () => 0 } })).toThrow('not available in production');
  });
});
