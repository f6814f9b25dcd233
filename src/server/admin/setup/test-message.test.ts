// @one-database
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { smsEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { systemClock } from '#server/platform/clock.ts';
import { runAdmin } from '#server/admin/run-admin.ts';

let folder: string;
let printed = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-test-message-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

async function ended(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<readonly [number, string]> {
  printed = '';
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void (printed += `${String(text)}\n`));
  // A folder without a database: none is needed.
  const SECRET_KEY = randomBytes(32).toString('base64');
  const code = await runAdmin(['test', ...words], { NODE_ENV: 'test', DATA_DIR: folder, SECRET_KEY, ...settings });
  return [code, printed];
}

const smtp = (port: number) => ({ MAIL_ADAPTER: 'smtp', SMTP_URL: `smtp+plain://127.0.0.1:${port}`, SMTP_FROM: 'no-reply@example.com' });

describe('test mail', () => {
  it('sends a mail at once, and says what the server answered', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('nobody@') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
      onData: (stream, _session, callback) =>
        void (async () => {
          received.push((await buffer(stream)).toString('utf8'));
          callback();
        })(),
    });
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    try {
      expect(await ended(['mail', 'kim@example.com'], smtp(port))).toEqual([0, expect.stringContaining('127.0.0.1 took the mail')]);
      expect(received).toEqual([expect.stringContaining('000000')]);
      expect(await ended(['mail', 'nobody@example.com'], smtp(port))).toEqual([1, expect.stringMatching(/Not sent: .*no such mailbox/)]);
    } finally {
      await new Promise<void>((resolve) => server.close(resolve));
    }
    expect(await ended(['mail', 'kim@example.com'], smtp(port))).toEqual([1, expect.stringMatching(/Not sent: .*ECONNREFUSED/)]);
  });

  it('says when nothing leaves', async () => {
    expect(await ended(['mail', 'kim@example.com'], {})).toEqual([1, 'MAIL_ADAPTER is not smtp: no mail leaves.\n']);
    expect(await ended(['sms', '13900000000'], {})).toEqual([1, 'SMS_ADAPTER names no provider: no SMS leaves.\n']);
    expect(await ended(['mail', 'kim@example.com', '--language', 'xx'], {})).toEqual([
      1,
      expect.stringContaining('--language must be one of'),
    ]);
  });
});

describe('test sms', () => {
  let simulators: Simulators;
  beforeAll(async () => {
    simulators = await startSimulators({ clock: systemClock });
  });
  afterAll(() => simulators.close());

  it('sends one by each provider, and says what each answered', async () => {
    const settings = smsEnvironment(simulators.origin);
    const [code, output] = await ended(['sms', '13900000000'], settings);
    expect([code, output]).toEqual([0, expect.stringMatching(/^aliyun: taken\n[\S\s]*Look for it on the telephone/m)]);
    expect(simulators.services.aliyun.taken).toHaveLength(1);
    simulators.services.aliyun.faults.broken = 'error500';
    expect(await ended(['sms', '13900000000'], settings)).toEqual([1, expect.stringMatching(/^aliyun: (?!taken)/)]);
  });
});
