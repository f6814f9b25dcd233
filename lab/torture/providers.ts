import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { minute, second } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { createSmtpMail } from '#server/platform/sending/mail/smtp-mail.ts';
import { freshEmail } from '#server/testing/people/people.ts';
import { smsEnvironment } from '#simulators/simulated-environment.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { freshPhone } from '#server/testing/server/http-client.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { Finding } from './round.ts';

/**
 * `hold` answers after half a minute, `refuse` reports a temporary failure, `cut` ends the connection without an
 * answer.
 */
type Fault = '' | 'hold' | 'refuse' | 'cut';

const holdMs = 30 * second;
/** For each fault and channel. */
const messages = 6;
/** The product's waits before its second and third try, milliseconds. */
const retries = [2 * second, 10 * second];

/** A mail server of this machine. */
interface MailServer {
  readonly port: number;
  fault: Fault;
  /** `<recipient> <Message-ID>` of each mail whose acceptance was confirmed to the sender. */
  readonly taken: string[];
  /** Mails that arrived completely but whose sender did not get the answer. */
  unanswered: number;
  close(): Promise<void>;
}

interface Rig {
  readonly app: TestApp;
  readonly mail: MailServer;
  readonly simulators: Simulators;
}

/** The effects of one fault. */
interface Outcome {
  /** Recipients of promised messages. */
  readonly sent: readonly string[];
  /** Durations of the calls, milliseconds. */
  readonly took: readonly number[];
  /** Number of calls that reported the outage instead. */
  readonly refused: number;
}

/** Mail and SMS providers hold their answers, refuse and cut, and work again. */
export async function* providers(): AsyncGenerator<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-providers-'));
  const mail = await startMailServer();
  let now = (): number => Date.now();
  const simulators = await startSimulators({ clock: { now: () => now() } });
  try {
    const environment = {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      ...smsEnvironment(simulators.origin),
      SMS_ADAPTER: 'aliyun',
      MAIL_ADAPTER: 'smtp',
      SMTP_URL: `smtp+plain://127.0.0.1:${mail.port}`,
      SMTP_FROM: 'no-reply@id.example.com',
    };
    const config = loadConfig(environment);
    const app = await buildTestApp({ config: { mail: config.mail, sms: config.sms } });
    now = () => app.clock.now();
    try {
      const rig = { app, mail, simulators };
      const [held, sentInCall] = await Promise.all([sendWhile(rig, 'hold'), sendInCall(mail, config)]);
      const outcomes = [held, await sendWhile(rig, 'refuse'), await sendWhile(rig, 'cut')];
      yield toFinding(rig, outcomes, sentInCall);
    } finally {
      await app.close();
    }
  } finally {
    await simulators.close();
    await mail.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function toFinding({ mail, simulators }: Rig, outcomes: readonly Outcome[], sentInCall: number): Finding {
  const arrived = new Map<string, number>();
  const count = (to: string): unknown => arrived.set(to, (arrived.get(to) ?? 0) + 1);
  for (const line of mail.taken) count(line.split(' ')[0] ?? '');
  for (const { to } of simulators.services.aliyun.taken) count(to.slice(-11));
  const sent = outcomes.flatMap((outcome) => outcome.sent);
  const missing = sent.filter((to) => !arrived.has(to)).length;
  const twice = sent.filter((to) => (arrived.get(to) ?? 0) > 1).length;
  const refused = outcomes.reduce((sum, outcome) => sum + outcome.refused, 0);
  const sorted = outcomes.flatMap(({ took }) => took).toSorted((a, b) => a - b);
  const slowest = sorted.at(-1) ?? Number.NaN;
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  return {
    promise:
      'a call that sends a message answers before the provider; no message is accepted twice; messages that a provider did not accept leave later',
    seen:
      `${sent.length} messages while providers held ${holdMs / second} s, refused and cut: calls p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, ` +
      `${refused} told of the outage instead; ${missing} never arrived, ${twice} accepted twice; ` +
      `${mail.unanswered} mails arrived completely but without confirmation to their sender: they came again under the same Message-ID`,
    isKept: missing + twice === 0 && outcomes.every(({ sent: promised }) => promised.length > 0) && slowest < holdMs / 2,
    control: {
      seen: `the mail is sent inside the call: answered after ${sentInCall.toFixed(0)} ms`,
      hasFailed: sentInCall >= holdMs / 2,
    },
  };
}

/**
 * Duration of a call that hands its mail to the provider directly, until the provider answers or the adapter gives up.
 */
async function sendInCall({ port }: MailServer, { mail: settings }: ReturnType<typeof loadConfig>): Promise<number> {
  if (settings.adapter !== 'smtp') throw new Error('the mails do not go to the mail server');
  const mail = createSmtpMail({ ...settings, port });
  // Sent after the others have told the server to hold.
  await delay(100);
  const content = { subject: 'Code', brand: 'Cedar ID', heading: 'Code', paragraphs: ['012345'], footer: 'Cedar ID' };
  const started = performance.now();
  await mail.send({ to: 'nobody@example.com', scene: 'login', language: 'en_US', content }, 'control').catch(() => undefined);
  const took = performance.now() - started;
  await mail.close();
  return took;
}

/** Requests codes while the providers have the fault; then they work again, and the time of the later tries comes. */
async function sendWhile({ app, mail, simulators }: Rig, fault: Fault): Promise<Outcome> {
  const { faults } = simulators.services.aliyun;
  setFault(faults, fault);
  mail.fault = fault;
  const targets = Array.from({ length: messages }, () => [freshPhone(), freshEmail()]).flat();
  const asked = await Promise.all(
    targets.map(async (to) => {
      const browser = app.newBrowser();
      const [channel, field] = to.includes('@') ? ['email', 'email'] : ['sms', 'phone'];
      const body = { [field]: to, validate: await browser.solveCaptcha('register') };
      await browser.prepare();
      const started = performance.now();
      const { code } = await browser.post(`/captcha/${channel}/send/register`, body);
      return { to, took: performance.now() - started, isRefused: code !== 200 };
    }),
  );
  // Every message is tried once while the fault lasts.
  await app.wiring.jobs.outbox.drain();
  setFault(faults, '');
  mail.fault = '';
  for (const ms of retries) {
    app.clock.advance(ms);
    await app.wiring.jobs.outbox.drain();
  }
  // Then an outage is over.
  app.clock.advance(minute);
  const sent = asked.filter(({ isRefused }) => !isRefused).map(({ to }) => to);
  return { sent, took: asked.map(({ took }) => took), refused: asked.filter(({ isRefused }) => isRefused).length };
}

/** A refusal about our account there; any other refusal means that the message must not be sent again. */
function setFault(faults: Simulators['services']['aliyun']['faults'], fault: Fault): void {
  faults.delayMs = fault === 'hold' ? holdMs : 0;
  faults.broken = fault === 'cut' ? 'cut' : '';
  faults.error = fault === 'refuse' ? 'isv.AMOUNT_NOT_ENOUGH' : '';
}

async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const gone = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onClose: ({ id }) => void gone.add(id),
    onData(stream, { id, envelope }, callback) {
      const answer = async (): Promise<void> => {
        const { fault } = mail;
        const mailText = await text(stream).catch(() => undefined);
        // The sender left in the middle.
        if (mailText === undefined) return;
        const messageId = /^message-id: *(\S+)/im.exec(mailText)?.[1] ?? '';
        if (fault === 'refuse') {
          callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
          return;
        }
        if (fault === 'cut') for (const socket of sockets) socket.destroy();
        if (fault === 'hold') await delay(holdMs, undefined, { ref: false });
        // The mail of a control run is not counted.
        if (messageId.startsWith('<control@')) callback();
        else if (fault === 'cut' || gone.has(id)) mail.unanswered += 1;
        else {
          mail.taken.push(`${envelope.rcptTo[0]?.address ?? ''} ${messageId}`);
          callback();
        }
      };
      void answer();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  await once(listening, 'listening');
  const mail: MailServer = {
    port: (listening.address() as AddressInfo).port,
    fault: '',
    taken: [],
    unanswered: 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mail;
}
