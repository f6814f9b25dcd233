import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { wide, type Engine, type Theme } from './engine.ts';
import { eventually, type Program } from './program.ts';

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
}

const answerLimitMs = 20_000;

type Send = (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>;

interface CdpOptions {
  readonly port: number;
  readonly theme: Theme;
  /** Presses Escape where the protocol cannot. */
  readonly escape?: () => void;
}

/** An engine that speaks the Chrome DevTools Protocol on a port of this machine. */
export async function connectCdp(program: Program, { port, theme, escape }: CdpOptions): Promise<Engine> {
  const socket = await eventually(async () => {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as readonly Readonly<Record<string, string>>[];
    const url = targets.find(({ type }) => type === 'page')?.['webSocketDebuggerUrl'];
    if (url === undefined) throw new Error(`no page at port ${port}:\n${program.output()}`);
    return new WebSocket(url);
  });
  await once(socket, 'open');
  const errors: string[] = [];
  const send = talk(socket, errors);
  await send('Page.enable');
  await send('Runtime.enable');
  await send('Log.enable');
  await send('Network.enable');
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails !== undefined) throw new Error(`${expression.slice(0, 200)}: ${JSON.stringify(exceptionDetails).slice(0, 500)}`);
    return (result as { readonly value?: unknown }).value;
  };
  const resize = (width: number = wide.width): Promise<unknown> =>
    send('Emulation.setDeviceMetricsOverride', { width, height: wide.height, deviceScaleFactor: 1, mobile: false });
  await resize();
  // A window without a window manager has no focus.
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  const button = (type: string, x: number, y: number) => send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  const key = (type: string) =>
    send('Input.dispatchKeyEvent', { type, key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27, nativeVirtualKeyCode: 27 });
  return {
    errors,
    evaluate,
    async open(url) {
      await send('Page.navigate', { url });
      await eventually(async () => {
        await delay(50);
        const ready = await evaluate(`document.readyState === 'complete' && location.href !== 'about:blank'`);
        if (ready !== true) throw new Error(`${url} did not load`);
      });
    },
    async press({ x, y }) {
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
      await button('mousePressed', x, y);
      await button('mouseReleased', x, y);
    },
    async type(text) {
      await send('Input.insertText', { text });
    },
    async escape() {
      if (escape !== undefined) {
        escape();
        return;
      }
      await key('rawKeyDown');
      await key('keyUp');
    },
    async resize(width) {
      await resize(width);
    },
    async forget() {
      await send('Network.clearBrowserCookies');
    },
    async screenshot() {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      return Buffer.from(String(data), 'base64');
    },
    async stop() {
      socket.close();
      await program.stop();
    },
  };
}

/** Sends commands and collects what the page reports. */
function talk(socket: WebSocket, errors: string[]): Send {
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id === undefined) {
      const report = reportOf(reply);
      if (report !== undefined) errors.push(report);
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error === undefined) asked?.resolve(reply.result ?? {});
    else asked?.reject(new Error(reply.error.message));
  });
  return (method, params = {}) => {
    const answer = Promise.withResolvers<Readonly<Record<string, unknown>>>();
    last += 1;
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    // A page that goes away takes its answers with it.
    const timer = setTimeout(() => answer.reject(new Error(`${method} was not answered`)), answerLimitMs);
    return answer.promise.finally(() => clearTimeout(timer));
  };
}

/** An exception, or an error that the engine itself logs, such as a violation of the policy; answers are not errors. */
function reportOf({ method, params }: Reply): string | undefined {
  const { exceptionDetails, entry } = (params ?? {}) as {
    readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
    readonly entry?: { readonly level: string; readonly source: string; readonly text: string };
  };
  if (method === 'Runtime.exceptionThrown') return exceptionDetails?.exception?.description ?? exceptionDetails?.text;
  return method === 'Log.entryAdded' && entry?.level === 'error' && entry.source !== 'network' ? entry.text : undefined;
}
