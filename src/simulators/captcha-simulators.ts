import { createHmac, hash } from 'node:crypto';
import { minute, type Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { geetestScript, turnstileFrame, turnstileScript, watchmanScript, yidunScript } from './captcha-scripts.ts';
import { json, noFaults, type Faults, type SimulatedAnswer, type SimulatedRequest, type SimulatedService } from './simulated-http.ts';

/** Required configuration of our side. */
export const yidunAccount = {
  captchaId: '5a0e2d04ffa44caba3f740e6a8b0fa84',
  secretId: '9438aab0d3614dd6a1f9b5d5e7e5f1aa',
  secretKey: '6308afb129ea00301bd7c79621d07591',
  businessId: 'simulated-business',
  productNumber: 'YD00000000000001',
} as const;
export const geetestAccount = { captchaId: '647f5ed2ed8acb4be36784e01556bb71', captchaKey: 'b09a7aafbfd83f73b35a9b530d0337bf' } as const;
/** Cloudflare's keys for tests. */
export const turnstileAccount = { siteKey: '1x00000000000000000000AA', secret: '1x0000000000000000000000000000000AA' } as const;

export interface CaptchaSimulator extends SimulatedService {
  /** The result of a widget that a person has solved. `GET issue?…` answers the same. */
  solve(about?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

/** Proofs that are valid once and for a limited time. */
function createProofs(clock: Clock, lifeMs: number) {
  const proofs = new Map<string, number>();
  return {
    issue(): string {
      const proof = `CN31_${newId()}_v_i_1`;
      proofs.set(proof, clock.now() + lifeMs);
      return proof;
    },
    spend(proof: string): boolean {
      const until = proofs.get(proof) ?? 0;
      return proofs.delete(proof) && until > clock.now();
    },
  };
}

function issued(simulator: Pick<CaptchaSimulator, 'solve'>, { query }: SimulatedRequest) {
  return json(simulator.solve(Object.fromEntries(query)));
}

/** Switches of the answers to browsers. */
const widgetSwitches = { widgetDown: 'the widget cannot be loaded', wrong: 'the visitor does not solve it' } as const;

const javascript = (body: string): SimulatedAnswer => ({ type: 'text/javascript; charset=utf-8', body });

/** An answer as a script that calls a function by name. */
function called({ query }: SimulatedRequest, answer: unknown): SimulatedAnswer {
  const name = query.get('callback') ?? '';
  return /^\w+$/.test(name) ? javascript(`${name}(${JSON.stringify(answer)})`) : { status: 400 };
}

const picture: SimulatedAnswer = {
  type: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="10" fill="#4a9"/></svg>',
};

/** Answers a browser's request to one of the services; undefined for other requests. */
function forBrowsers(request: SimulatedRequest, { switches }: Faults, files: Readonly<Record<string, () => SimulatedAnswer>>) {
  const file = request.path === '/picture.svg' ? () => picture : files[request.path];
  return file && (switches.has('widgetDown') ? { status: 503 } : file());
}

/**
 * Yidun's captcha and anti-cheat: checks the signature in each of its four digests. `faults.error` is the number in its
 * answer.
 */
export function createYidunSimulator(clock: Clock): CaptchaSimulator {
  const proofs = createProofs(clock, 20 * minute);
  const faults = noFaults();

  function isSigned(form: URLSearchParams): boolean {
    const digest = (form.get('signatureMethod') ?? 'MD5').toLowerCase();
    const pairs = [...form].filter(([name]) => name !== 'signature').toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (!['md5', 'sha1', 'sha256', 'sm3'].includes(digest) || form.get('secretId') !== yidunAccount.secretId) return false;
    return hash(digest, pairs.flat().join('') + yidunAccount.secretKey, 'hex') === form.get('signature');
  }

  function verify(form: URLSearchParams) {
    if (faults.error !== '') return { error: Number(faults.error), msg: 'simulated', result: false };
    if (!isSigned(form)) return { error: 415, msg: 'signature', result: false };
    const isWhole = ['captchaId', 'validate', 'timestamp', 'nonce'].every((name) => form.get(name)) && form.has('user');
    if (!isWhole || form.get('captchaId') !== yidunAccount.captchaId) return { error: 419, msg: 'parameter', result: false };
    if (form.get('version') !== 'v2') return { error: 421, msg: 'version', result: false };
    return { error: 0, msg: '', result: proofs.spend(form.get('validate') ?? ''), phone: '', extraData: '', captchaType: 2 };
  }

  function check(form: URLSearchParams) {
    const isGood = isSigned(form) && form.get('version') === '300' && form.get('businessId') === yidunAccount.businessId;
    if (!isGood || faults.switches.has('antiCheatDown')) return { code: 400, msg: 'simulated' };
    const action = faults.switches.has('block') ? 20 : faults.switches.has('observe') ? 10 : 0;
    return { code: 200, msg: 'ok', result: { action, taskId: newId(), hitInfos: [] } };
  }

  const simulator: CaptchaSimulator = {
    faults,
    switches: {
      ...widgetSwitches,
      forbidden: 'the widget takes the visitor for a machine',
      observe: 'the anti-cheat is suspicious',
      block: 'the anti-cheat blocks',
      antiCheatDown: 'the anti-cheat fails',
    },
    solve: () => ({ validate: proofs.issue(), token: newId() }),
    answer(request) {
      const base = `${request.origin}/yidun`;
      const unsolved = faults.switches.has('forbidden') ? 403 : faults.switches.has('wrong') ? 504 : 0;
      const forBrowser = forBrowsers(request, faults, {
        '/load.min.js': () => javascript(yidunScript(base)),
        '/tool.min.js': () => javascript(watchmanScript()),
        '/api/v3/getconf': () => called(request, { error: request.query.get('id') === yidunAccount.captchaId ? 0 : 501 }),
        '/api/v3/check': () => called(request, unsolved === 0 ? simulator.solve() : { error: unsolved }),
      });
      if (forBrowser !== undefined) return forBrowser;
      const form = new URLSearchParams(request.body);
      if (request.path === '/issue') return issued(simulator, request);
      if (request.path === '/api/v2/verify') return json(verify(form));
      return request.path === '/v3/common/check' ? json(check(form)) : { status: 404 };
    },
  };
  return simulator;
}

/** GeeTest v4: checks `sign_token`. `faults.error` is the code in its answer. */
export function createGeetestSimulator(clock: Clock): CaptchaSimulator {
  const proofs = createProofs(clock, 10 * minute);
  const faults = noFaults();
  const simulator: CaptchaSimulator = {
    faults,
    switches: widgetSwitches,
    solve: () => ({ lot_number: newId(), pass_token: proofs.issue(), gen_time: String(clock.now()), captcha_output: newId() }),
    answer(request) {
      const { path, query, body } = request;
      const forBrowser = forBrowsers(request, faults, {
        '/v4/gt4.js': () => javascript(geetestScript(`${request.origin}/geetest`)),
        '/v4/gct4.css': () => ({ type: 'text/css', body: '.simulated-captcha{min-height:44px;width:100%}' }),
        '/load': () => called(request, { status: 'success' }),
        '/verify': () => called(request, faults.switches.has('wrong') ? { error: 'fail' } : simulator.solve()),
      });
      if (forBrowser !== undefined) return forBrowser;
      if (path === '/issue') return issued(simulator, request);
      if (path !== '/validate') return { status: 404 };
      const form = new URLSearchParams(body);
      const { error } = faults;
      if (error !== '') return json({ status: 'error', code: error, msg: 'simulated' });
      if (query.get('captcha_id') !== geetestAccount.captchaId) return json({ status: 'error', code: '-50101', msg: 'captcha_id' });
      const sign = createHmac('sha256', geetestAccount.captchaKey)
        .update(form.get('lot_number') ?? '')
        .digest('hex');
      if (sign !== form.get('sign_token')) return json({ status: 'error', code: '-50102', msg: 'sign_token' });
      const result = proofs.spend(form.get('pass_token') ?? '') ? 'success' : 'fail';
      return json({ status: 'success', result, reason: '', captcha_args: { used_type: 'slide', lot_number: form.get('lot_number') } });
    },
  };
  return simulator;
}

/** Cloudflare Turnstile with its secrets for tests: 2x… always fails, 3x… is always spent. */
export function createTurnstileSimulator(clock: Clock): CaptchaSimulator {
  const solved = new Map<string, { readonly action: string; readonly hostname: string }>();
  const proofs = createProofs(clock, 5 * minute);
  const faults = noFaults();
  const refuse = (code: string) => json({ success: false, 'error-codes': [code] });
  function frameOf({ query }: SimulatedRequest): SimulatedAnswer {
    const { theme = '', language = '', ...about } = Object.fromEntries(query);
    // 300030: the challenge was not passed.
    const answer = faults.switches.has('wrong') ? { error: '300030' } : simulator.solve(about);
    return { type: 'text/html; charset=utf-8', body: turnstileFrame(answer, { theme, language }) };
  }

  const simulator: CaptchaSimulator = {
    faults,
    switches: widgetSwitches,
    solve({ action = '', hostname = '' } = {}) {
      const token = proofs.issue();
      solved.set(token, { action, hostname });
      return { token };
    },
    answer(request) {
      const forBrowser = forBrowsers(request, faults, {
        '/turnstile/v0/api.js': () => javascript(turnstileScript(`${request.origin}/turnstile`)),
        '/frame': () => frameOf(request),
      });
      if (forBrowser !== undefined) return forBrowser;
      if (request.path === '/issue') return issued(simulator, request);
      if (request.path !== '/turnstile/v0/siteverify') return { status: 404 };
      const form = new URLSearchParams(request.body);
      const [secret, token] = [form.get('secret') ?? '', form.get('response') ?? ''];
      if (faults.error !== '') return refuse(faults.error);
      if (secret.startsWith('2x')) return refuse('invalid-input-response');
      if (secret.startsWith('3x')) return refuse('timeout-or-duplicate');
      if (secret !== turnstileAccount.secret) return refuse('invalid-input-secret');
      if (token === '') return refuse('missing-input-response');
      const about = solved.get(token);
      if (about === undefined) return refuse('invalid-input-response');
      if (!proofs.spend(token)) return refuse('timeout-or-duplicate');
      return json({ success: true, challenge_ts: new Date(clock.now()).toISOString(), 'error-codes': [], cdata: '', ...about });
    },
  };
  return simulator;
}
