import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { apps, serverOrigin } from './server.ts';

/** A program of examples/ as people run it. */
export interface Example extends AsyncDisposable {
  /** Waits for a line that matches. Returns its groups. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
}

/**
 * Runs `node examples/<path>` against the server of the tests, as the app Notes by default; `settings` are further
 * variables.
 */
export function startExample(path: string, clientId: string = apps.notes.id, settings: Readonly<Record<string, string>> = {}): Example {
  const env = { ...process.env, ISSUER: serverOrigin(), CLIENT_ID: clientId, PORT: '0', ...settings };
  const child = spawn(process.execPath, [`examples/${path}`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found !== null) return found;
        if (!isRunning(child)) throw new Error(`no ${String(pattern)} in the output of ${path}:\n${output}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      }
    },
    async [Symbol.asyncDispose]() {
      if (!isRunning(child)) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
