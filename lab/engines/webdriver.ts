import { setTimeout as delay } from 'node:timers/promises';
import { wide, type Engine } from './engine.ts';
import type { Program } from './program.ts';

/** A command of W3C WebDriver, by the name that Marionette gives it too. */
export interface Drive {
  readonly navigate: (url: string) => Promise<void>;
  readonly execute: (script: string) => Promise<unknown>;
  readonly act: (actions: readonly object[]) => Promise<void>;
  readonly setSize: (size: { readonly width: number; readonly height: number }) => Promise<void>;
  readonly deleteCookies: () => Promise<void>;
  readonly screenshot: () => Promise<string>;
  readonly end: () => Promise<void>;
}

const escapeKey = '\uE00C';

/** An engine that is driven by WebDriver's commands. It reports no exceptions; the page tells what it became. */
export function driven(program: Program, drive: Drive): Engine {
  const keys = (text: string) =>
    drive.act([
      {
        type: 'key',
        id: 'keyboard',
        actions: Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  return {
    errors: [],
    open: drive.navigate,
    evaluate: (expression) => drive.execute(`return (${expression})`),
    async press({ x, y }) {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await drive.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
    },
    type: keys,
    escape: () => keys(escapeKey),
    async resize(width = wide.width) {
      await drive.setSize({ width, height: wide.height });
      // The window manager, where there is one, answers later.
      await delay(300);
    },
    forget: drive.deleteCookies,
    screenshot: async () => Buffer.from(await drive.screenshot(), 'base64'),
    async stop() {
      await drive.end().catch(() => undefined);
      await program.stop();
    },
  };
}

/** A session of a WebDriver server on a port of this machine. */
export async function openSession(port: number, capabilities: object): Promise<Drive> {
  const root = `http://127.0.0.1:${port}/session`;
  const { sessionId } = (await command('POST', root, { capabilities: { alwaysMatch: capabilities } })) as { readonly sessionId: string };
  const session = `${root}/${sessionId}`;
  return {
    navigate: async (url) => void (await command('POST', `${session}/url`, { url })),
    execute: (script) => command('POST', `${session}/execute/sync`, { script, args: [] }),
    act: async (actions) => void (await command('POST', `${session}/actions`, { actions })),
    setSize: async (size) => void (await command('POST', `${session}/window/rect`, size)),
    deleteCookies: async () => void (await command('DELETE', `${session}/cookie`)),
    screenshot: async () => String(await command('GET', `${session}/screenshot`)),
    end: async () => void (await command('DELETE', session)),
  };
}

/** @throws {Error} with WebDriver's message */
async function command(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) throw new Error(`${method} ${url.slice(url.lastIndexOf('/'))}: ${JSON.stringify(value).slice(0, 500)}`);
  return value;
}
