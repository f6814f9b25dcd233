import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { createGeetestSimulator, createTurnstileSimulator, createYidunSimulator, type CaptchaSimulator } from './captcha-simulators.ts';
import { createQqSimulator } from './qq-simulator.ts';
import {
  escapeHtml,
  listen,
  page,
  type Faults,
  type SimulatedAnswer,
  type SimulatedRequest,
  type SimulatedService,
} from './simulated-http.ts';
import { createAliyunSimulator, createTencentSimulator, createTwilioSimulator, type SmsSimulator } from './sms-simulators.ts';
import { createWechatSimulator } from './wechat-simulator.ts';
import { createWeiboSimulator } from './weibo-simulator.ts';

export interface SimulatorsOptions {
  /** 0 selects a free port. */
  readonly port?: number;
  readonly clock?: Clock;
}

/**
 * Stand-ins for external services, on one port of this machine. They check our requests as strictly as the real ones.
 */
export interface Simulators {
  /** Each service is below `<origin>/<name>`. */
  readonly origin: string;
  readonly services: Readonly<Record<ServiceName, SimulatedService>> &
    Readonly<Record<SmsServiceName, SmsSimulator>> &
    Readonly<Record<CaptchaProvider, CaptchaSimulator>>;
  close(): Promise<void>;
}

export type SmsServiceName = 'aliyun' | 'tencent' | 'twilio';

export type ServiceName = Platform | SmsServiceName | CaptchaProvider;

/** @throws {Error} in production, because the simulators accept any claimed identity */
export async function startSimulators({ port = 0, clock = systemClock }: SimulatorsOptions = {}): Promise<Simulators> {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The simulators are not available in production.');
  const services = {
    wechat: createWechatSimulator(clock),
    qq: createQqSimulator(clock),
    weibo: createWeiboSimulator(clock),
    aliyun: createAliyunSimulator(clock),
    tencent: createTencentSimulator(clock),
    twilio: createTwilioSimulator(),
    yidun: createYidunSimulator(clock),
    geetest: createGeetestSimulator(clock),
    turnstile: createTurnstileSimulator(clock),
  };
  const root = (request: SimulatedRequest) => (request.method === 'POST' ? setFaults(services, request) : overview(services));
  const listening = await listen(services, { port, root });
  return { origin: listening.origin, services, close: () => listening.close() };
}

/** The page for setting faults. */
function overview(services: Readonly<Record<string, SimulatedService>>): SimulatedAnswer {
  const forms = Object.entries(services).map(([name, { faults, switches }]) => {
    const options = (['', 'error500', 'nonsense', 'cut'] as const)
      .map((value) => `<option value="${value}"${faults.broken === value ? ' selected' : ''}>${value || 'works'}</option>`)
      .join('');
    const boxes = Object.entries(switches).map(
      ([key, meaning]) =>
        `<br><label><input type="checkbox" name="switch" value="${key}"${faults.switches.has(key) ? ' checked' : ''}> ${escapeHtml(meaning)}</label>`,
    );
    return (
      `<form method="post"><h2><a href="/${name}/">${name}</a></h2><input type="hidden" name="service" value="${name}">` +
      `<label>delay in ms <input name="delayMs" value="${faults.delayMs}" size="6"></label> ` +
      `<label>state <select name="broken">${options}</select></label> ` +
      `<label>error <input name="error" value="${escapeHtml(faults.error)}" size="30"></label>${boxes.join('')}<br><button>Set</button></form>`
    );
  });
  return page('Simulators', forms.join(''));
}

function setFaults(services: Readonly<Record<string, SimulatedService>>, { body }: SimulatedRequest): SimulatedAnswer {
  const form = new URLSearchParams(body);
  const faults = services[form.get('service') ?? '']?.faults;
  if (faults === undefined) return { status: 404 };
  faults.delayMs = Number(form.get('delayMs') ?? 0);
  faults.broken = brokenOf(form.get('broken'));
  faults.error = form.get('error') ?? '';
  faults.switches.clear();
  for (const name of form.getAll('switch')) faults.switches.add(name);
  return { status: 303, location: '/' };
}

function brokenOf(value: string | null): Faults['broken'] {
  return value === 'error500' || value === 'nonsense' || value === 'cut' ? value : '';
}
