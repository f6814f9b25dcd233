import { pino, type DestinationStream, type Logger } from 'pino';

/** The log: JSON lines on standard output. Structured values come first, the sentence second. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

/** Names under which nothing is ever logged, whoever passes it and however deep (two levels). */
const secrets = [
  'phone',
  'email',
  'account',
  'username',
  'nickname',
  'password',
  'oldPassword',
  'newPassword',
  'code',
  'to',
  'validate',
  'token',
  'ticket',
  'sid',
  'visitor',
  'cookie',
  'cookies',
  'set-cookie',
  'authorization',
  'x-token',
  'x-csrf-token',
  'secretKey',
  'acceptedKeys',
  'databaseUrl',
];

/** Makes the log. Levels are those of LOG_LEVEL. */
export function createLog(options: { readonly level: string; readonly destination?: DestinationStream }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        // A number under `code` is an answer's number; one-time codes are texts.
        censor: (value: unknown) => (typeof value === 'number' ? value : '[redacted]'),
      },
      serializers: { err: describeError },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** What the log says about an error: no enumerable extras, because drivers put rows and parameters there. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: scrub(error.message), ...code, stack: scrub(error.stack ?? ''), ...cause };
}

/** Takes phones, mail addresses and terminal controls out of a text that others wrote. Line breaks are escaped by JSON. */
function scrub(text: string): string {
  return text
    .replaceAll(/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replaceAll(/(?<!\d)1[3-9]\d{9}(?!\d)/g, '[phone]')
    .replaceAll(/[\u007f-\u009f\u2028\u2029]/g, '?');
}
