import { pino, type DestinationStream, type Logger } from 'pino';

/** The log: JSON lines on standard output. Structured values come first, the sentence second. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

/** Names whose values are never logged, from any caller, at the top or one level down. */
const secrets: ReadonlySet<string> = new Set([
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
]);

/** Makes the log. Levels are those of LOG_LEVEL. */
export function createLog(options: { readonly level: string; readonly destination?: DestinationStream }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: describeError },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** Each line passes here: the library's own way reads all of its paths again for each. */
function withoutSecrets(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return hidden(values, (value) => (hasNames(value) ? hidden(value, (inner) => inner) : value));
}

function hidden(values: object, shown: (value: unknown) => unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    // A number under `code` is an answer's number; one-time codes are texts.
    copy[name] = !secrets.has(name) || typeof value === 'number' ? shown(value) : '[redacted]';
  }
  return copy;
}

/** Errors are described, and dates and their kin are one text. */
function hasNames(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error) && !('toJSON' in value);
}

/** The logged form of an error: without enumerable extras, because drivers put rows and parameters there. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const code = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: scrub(error.message), ...code, stack: scrub(error.stack ?? ''), ...cause };
}

/** Removes phones, mail addresses and terminal controls from foreign text. JSON escapes the line breaks. */
function scrub(text: string): string {
  return text
    .replaceAll(/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replaceAll(/(?<!\d)1[3-9]\d{9}(?!\d)/g, '[phone]')
    .replaceAll(/[\u007f-\u009f\u2028\u2029]/g, '?');
}
