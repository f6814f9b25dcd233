import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from './program.ts';
import type { Drive } from './webdriver.ts';

/** Firefox's own protocol: WebDriver's commands as `[0, id, name, parameters]`, each with its length before it. */
export async function openMarionette(port: number): Promise<Drive> {
  const socket = await eventually(async () => {
    const attempt = connect(port, '127.0.0.1');
    await once(attempt, 'connect');
    return attempt;
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    for (let message = take(); message !== undefined; message = take()) answer(message);
  });

  function take(): unknown {
    const colon = received.indexOf(':');
    const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)).toString());
    if (colon < 0 || received.length < end) return undefined;
    const text = received.subarray(colon + 1, end).toString();
    received = received.subarray(end);
    return JSON.parse(text);
  }

  function answer(message: unknown): void {
    // The first message is a greeting.
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message as [number, number, { readonly message: string } | null, unknown];
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === null) asked?.resolve(result);
    else asked?.reject(new Error(error.message));
  }

  function send(name: string, parameters: object = {}): Promise<unknown> {
    const asked = Promise.withResolvers<unknown>();
    last += 1;
    waiting.set(last, asked);
    const text = JSON.stringify([0, last, name, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return asked.promise;
  }

  const valueOf = async (answered: Promise<unknown>): Promise<unknown> => ((await answered) as { readonly value?: unknown }).value;
  await send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  return {
    navigate: async (url) => void (await send('WebDriver:Navigate', { url })),
    execute: (script) => valueOf(send('WebDriver:ExecuteScript', { script, args: [] })),
    act: async (actions) => void (await send('WebDriver:PerformActions', { actions })),
    setSize: async (size) => void (await send('WebDriver:SetWindowRect', size)),
    deleteCookies: async () => void (await send('WebDriver:DeleteAllCookies')),
    screenshot: async () => String(await valueOf(send('WebDriver:TakeScreenshot', { full: false }))),
    async end() {
      socket.destroy();
    },
  };
}
