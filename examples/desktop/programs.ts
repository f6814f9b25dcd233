/** What programs get, after the person was asked. */
import { createHash, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Refused, type Account } from './account.ts';
import type { Caller } from './callers.ts';

/** How long a call waits for the person. */
const patienceMs = 110_000;
/** After three refusals in a row a program is not heard for an hour. */
const mostRefusals = 3;
const silenceMs = 3600_000;
/** How often the server is asked whether the person has allowed an app on its page; it takes ten questions a minute. */
const askAgainMs = 7_000;

interface AppFacts {
  readonly name: Readonly<Record<string, string>>;
  readonly publisher: string;
  readonly redirectUris: readonly string[];
  readonly programs: readonly string[];
}

interface Wish {
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface Programs {
  authorize(
    caller: Caller,
    wish: Wish & { readonly redirectUri: string; readonly codeChallenge: string; readonly nonce?: string; readonly dpopJkt?: string },
  ): Promise<{ readonly code: string; readonly iss: string }>;
  getToken(caller: Caller, wish: Wish & { readonly proof: string }): Promise<{ readonly token: string; readonly expiresAt: number }>;
  remove(clientId: string): Promise<void>;
}

interface ProgramsOptions {
  readonly account: Account;
  /** A program that asks the person, with its arguments. */
  readonly prompter: readonly string[];
  readonly open: (url: string) => void;
}

export async function createPrograms({ account, prompter, open }: ProgramsOptions): Promise<Programs> {
  /** What is always allowed: program, app and scopes. */
  const rules = new Set<string>((await account.kept('rules')) ?? []);
  const asking = new Set<string>();
  const refusals = new Map<string, { count: number; until: number }>();
  const keepRules = () => account.keep('rules', [...rules]);
  account.on('ended', () => rules.clear());
  account.on('programs', (clientIds) => {
    // Removed on the web: it is asked for again.
    for (const rule of rules) if (!clientIds.includes(rule.split(' ')[1] ?? '')) rules.delete(rule);
    void keepRules();
  });

  async function factsOf(clientId: string): Promise<AppFacts> {
    const query = new URLSearchParams({ clientID: clientId });
    const { code, data } = await account.call('GET', `/desktop/client?${query.toString()}`);
    if (code !== 200) throw new Refused('NotAllowed', 'No program of this computer may ask for this app.');
    return data;
  }

  async function admit(caller: Caller, { clientId, scopes }: Wish): Promise<AppFacts> {
    if (account.state === 'signed-out' || account.state === 'signing-in')
      throw new Refused('NotSignedIn', 'There is no account on this computer.');
    if (account.state === 'offline') throw new Refused('NotOnline', 'The account center does not answer.');
    const facts = await factsOf(clientId);
    if (!facts.programs.includes(caller.id)) throw new Refused('NotAllowed', `${caller.id} may not ask for this app.`);
    const rule = `${caller.id} ${clientId} ${scopes.toSorted().join('+')}`;
    if (caller.kind !== 'unknown' && rules.has(rule)) return facts;
    const refused = refusals.get(caller.id);
    if (refused !== undefined && refused.count >= mostRefusals && refused.until > Date.now())
      throw new Refused('Denied', 'It was refused three times; it may ask again in an hour.');
    if (asking.has(caller.id)) throw new Refused('Busy', 'There is a question for this program already.');
    asking.add(caller.id);
    try {
      const isKnown = caller.kind !== 'unknown';
      const app = facts.name[process.env['LANG']?.startsWith('zh') === true ? 'zh_CN' : 'en_US'] ?? clientId;
      const answer = await ask(prompter, { program: caller.id, app, publisher: facts.publisher, scopes, isKnown });
      if (answer !== 'once' && !(answer === 'always' && isKnown)) {
        const count = (refused !== undefined && refused.until > Date.now() ? refused.count : 0) + 1;
        refusals.set(caller.id, { count, until: Date.now() + silenceMs });
        throw new Refused('Denied', 'The person did not allow it.');
      }
      refusals.delete(caller.id);
      if (answer === 'always') {
        rules.add(rule);
        await keepRules();
      }
      return facts;
    } finally {
      asking.delete(caller.id);
    }
  }

  return {
    async authorize(caller, wish) {
      await admit(caller, wish);
      const { clientId: clientID, ...rest } = wish;
      return codeFor({ account, open }, { clientID, program: caller.id, ...rest });
    },
    async getToken(caller, { proof, ...wish }) {
      const dpopJkt = thumbprintOf(proof);
      const { redirectUris } = await admit(caller, wish);
      const [redirectUri = ''] = redirectUris;
      const verifier = randomBytes(32).toString('base64url');
      const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
      const body = { clientID: wish.clientId, program: caller.id, scopes: wish.scopes, redirectUri, codeChallenge, dpopJkt };
      const { code } = await codeFor({ account, open }, body);
      return account.redeem({ clientId: wish.clientId, code, redirectUri, verifier, proof });
    },
    async remove(clientId) {
      for (const rule of rules) if (rule.split(' ')[1] === clientId) rules.delete(rule);
      await keepRules();
      const { code } = await account.call('DELETE', '/desktop/programs', { body: { clientID: clientId } });
      if (code !== 200) throw new Refused('InvalidArgs', 'No program of this computer uses this app.');
    },
  };
}

/** What the person answers, in the words of the prompter. */
async function ask(prompter: readonly string[], question: object): Promise<string> {
  const [program = '', ...args] = prompter;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const over = setTimeout(() => child.kill(), patienceMs);
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(question));
  let answer = '';
  try {
    for await (const piece of child.stdout) answer += String(piece);
  } finally {
    clearTimeout(over);
  }
  if (child.signalCode !== null || child.killed) throw new Refused('TimedOut', 'Nobody answered.');
  return answer.trim();
}

/** The code of an app; where the person has to allow the app on our page first, that page opens. */
async function codeFor({ account, open }: Pick<ProgramsOptions, 'account' | 'open'>, body: Readonly<Record<string, unknown>>) {
  const until = Date.now() + patienceMs;
  for (let isOpen = false; ; isOpen = true) {
    const { code, data, status } = await account.call('POST', '/desktop/code', { body });
    if (code === 200) return { code: String(data.code), iss: String(data.iss) };
    if (status === 429 || status === 503) throw new Refused('Busy', 'Too many questions: try again in a minute.');
    if (status === 400) throw new Refused('InvalidArgs', 'The redirect address, a scope or the challenge is wrong.');
    if (code !== 3052) throw new Refused('NotAllowed', `The account center refuses: ${code}.`);
    if (!isOpen) open(String(data.continue));
    if (Date.now() + askAgainMs > until) throw new Refused('TimedOut', 'The app was not allowed in time.');
    await pause(askAgainMs);
  }
}

/** The key of a proof (RFC 7638). The token endpoint checks the proof itself. */
function thumbprintOf(proof: string): string {
  try {
    const { jwk } = JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString('utf8'));
    const members = jwk.kty === 'OKP' ? { crv: jwk.crv, kty: jwk.kty, x: jwk.x } : { crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y };
    if ('d' in jwk || typeof jwk.x !== 'string') throw new Error('no public key');
    return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  } catch {
    throw new Refused('InvalidArgs', 'The proof must be a DPoP proof for the token endpoint (RFC 9449).');
  }
}
