import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { createBreachSimulator, type BreachSimulator } from './breach-simulator.ts';
import { createGeetestSimulator, createTurnstileSimulator, createYidunSimulator, type CaptchaSimulator } from './captcha-simulators.ts';
import { createQqSimulator } from './qq-simulator.ts';
import { listen, type Faults, type SimulatedAnswer, type SimulatedRequest, type SimulatedService } from './simulated-http.ts';
import { escapeHtml, inBoth, page, type Bilingual } from './simulated-page.ts';
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
    Readonly<Record<CaptchaProvider, CaptchaSimulator>> & { readonly breaches: BreachSimulator };
  close(): Promise<void>;
}

export type SmsServiceName = 'aliyun' | 'tencent' | 'twilio';

export type ServiceName = Platform | SmsServiceName | CaptchaProvider | 'breaches';

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
    breaches: createBreachSimulator(),
  };
  const root = (request: SimulatedRequest) => (request.method === 'POST' ? setFaults(services, request) : overview(services));
  const listening = await listen(services, { port, root });
  return { origin: listening.origin, services, close: () => listening.close() };
}

const states: Readonly<Record<Faults['broken'], Bilingual>> = {
  '': { en: 'works', zh: '正常' },
  error500: { en: 'answers 500', zh: '返回 500' },
  nonsense: { en: 'answers with a page', zh: '返回无关页面' },
  cut: { en: 'cuts the connection', zh: '断开连接' },
};

/** The page for setting faults. */
function overview(services: Readonly<Record<string, SimulatedService>>): SimulatedAnswer {
  const forms = Object.entries(services).map(([name, service]) => faultForm(name, service));
  const meaning = {
    en: 'Stand-ins for the services of others. Make one slow, broken or silent, and see what the account center does.',
    zh: '这里模拟外部服务。可以让它们变慢、出错或断开，观察账号中心如何应对。',
  };
  return page({ en: 'Simulators', zh: '模拟器' }, `<p class="muted">${inBoth(meaning)}</p>${forms.join('')}`);
}

function faultForm(name: string, { faults, switches, ...service }: SimulatedService): string {
  const options = Object.entries(states).map(
    ([value, { en, zh }]) => `<option value="${value}"${faults.broken === value ? ' selected' : ''}>${en} · ${zh}</option>`,
  );
  const boxes = Object.entries(switches).map(
    ([key, effect]) =>
      `<label class="switch"><input type="checkbox" name="switch" value="${key}"${faults.switches.has(key) ? ' checked' : ''}> ${escapeHtml(effect)}</label>`,
  );
  // Only the SMS services have their own page: the messages that they took.
  const heading = 'taken' in service ? `<a href="/${name}/">${name}</a>` : name;
  return (
    `<form method="post" class="card"><h2>${heading}</h2><input type="hidden" name="service" value="${name}"><div class="faults">` +
    `<label>${inBoth({ en: 'delay in ms', zh: '延迟（毫秒）' })} <input name="delayMs" value="${faults.delayMs}" size="6"></label> ` +
    `<label>${inBoth({ en: 'state', zh: '状态' })} <select name="broken">${options.join('')}</select></label> ` +
    `<label>${inBoth({ en: 'error code', zh: '错误码' })} <input name="error" value="${escapeHtml(faults.error)}" size="20"></label></div>` +
    `${boxes.join('')}<p><button>${inBoth({ en: 'Set', zh: '设置' })}</button></p></form>`
  );
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
