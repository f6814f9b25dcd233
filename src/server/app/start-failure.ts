import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';

/** The reason for a failed start: one sentence where an operator can act on it, otherwise the error itself. */
export function startFailure(error: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (error instanceof ConfigError || error instanceof DatabaseUnusable) return `Cannot start: ${error.message}`;
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') return portTaken('port' in error ? Number(error.port) : 0, environment);
  if ('path' in error) return `Cannot start: ${error.message}`;
  if (error.code === 'EACCES') return 'Cannot start: HOST and PORT may not be used by this process; choose a PORT above 1023.';
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return 'Cannot start: HOST is no address of this machine.';
  return error;
}

/** Names the port, its setting and, when an npm script started the server, the command with another port. */
function portTaken(port: number, environment: NodeJS.ProcessEnv): string {
  const setting = environment['METRICS_PORT']?.trim() === String(port) ? 'METRICS_PORT' : 'PORT';
  const script = environment['npm_lifecycle_event'];
  const command = script === undefined ? '' : script === 'start' ? ' npm start' : ` npm run ${script}`;
  return `Cannot start: port ${port} is in use by another process. End that process, or choose another port: ${setting}=${port + 1}${command}`;
}
