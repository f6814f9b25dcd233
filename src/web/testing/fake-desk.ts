import { configure, within, waitFor, type BoundFunctions, type queries } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { deskEndpoints } from '#contract/operations/desk/all.ts';
import { deskCatalogue } from '#contract/operations/desk/errors.ts';
import { catalogue } from '#contract/errors.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { deskTexts, type DeskKey } from '#messages/desk-catalogues.ts';
import { deskErrors } from '#messages/en/desk-errors.ts';
import { fill, type Filling } from '#messages/fill.ts';
import type { DeskData } from '#web/desk/desk-call.ts';
import type { Me } from '#web/desk/frame/me.ts';
import { openDocument, overseeDocument, settle } from './document.ts';

// Other tests share the processors.
configure({ asyncUtilTimeout: 10_000 });

type Groups = typeof deskEndpoints;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void ? All : never;
type Rows = Intersection<Groups[keyof Groups]>;

/** The name of a call of the desk. */
export type DeskCallName = keyof Rows;

type Refused = {
  readonly refusal: keyof typeof deskCatalogue | 'unauthorized' | 'overtime' | 'tokenError' | 'notFound';
  readonly data?: unknown;
};
type Answer<Name extends DeskCallName> = { readonly data: DeskData<Rows[Name]> } | Refused | 'no network';

/** What a call was given. */
export interface DeskGiven {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
}

/** Replies by the name of the call. A call without a reply is unexpected. */
export type DeskReplies = { readonly [Name in DeskCallName]?: Answer<Name> | ((given: DeskGiven) => Answer<Name> | Promise<Answer<Name>>) };

interface DeskOptions {
  readonly me?: Partial<Me>;
  readonly language?: Language;
  readonly replies?: DeskReplies;
  /** CSS pixels. */
  readonly width?: number;
  /** How far the server's clock is ahead of the browser's: it refuses proofs of another time, and tells its own. */
  readonly aheadMs?: number;
}

/** The desk in its own document. */
export interface RenderedDesk {
  readonly page: BoundFunctions<typeof queries>;
  readonly user: UserEvent;
  /** The calls so far, in order, without the member's own. */
  readonly made: readonly (DeskGiven & { readonly name: DeskCallName })[];
  /** The calls that were refused for the time of their proof. */
  readonly late: readonly string[];
  readonly answer: (replies: DeskReplies) => void;
  readonly t: (key: DeskKey, values?: Filling) => string;
}

/** A lead at the beginning of a session. */
export const sampleMe: Me = {
  name: 'K4',
  role: 'lead',
  environment: 'test',
  release: '0.1.0 (a clone)',
  now: Date.UTC(2026, 0, 15, 8),
  until: Date.UTC(2026, 0, 15, 16),
  idleUntil: Date.UTC(2026, 0, 15, 8, 30),
  waiting: { approvals: 0, queues: 0 },
  alone: false,
  signing: { by: 'passkey', rpId: 'example.com' },
  limits: { opened: { used: 11, limit: 60 }, unmasked: { used: 2, limit: 20 } },
};

/** A passkey of the member that signs what it is asked for, or nothing. Returns what it was asked. */
export function givePasskey() {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const response = { clientDataJSON: bytes('said'), authenticatorData: bytes('data'), signature: bytes('signed'), userHandle: null };
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<object | null>>(async () => ({ id: 'key', response }));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
  return get;
}

/** The challenge of a text. */
export async function challengeOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** An act that this member has asked for, as `/approvals` shows it. */
export const ownAsked = {
  id: 'o'.repeat(22),
  act: 'account.unlock',
  object: '',
  account: '2083****1946',
  reason: 'fraud',
  caseRef: 'CS-1234',
  askedBy: 'K4',
  askedAt: sampleMe.now,
  until: sampleMe.now + 3_600_000,
  digest: 'd'.repeat(43),
  own: true,
  isSigned: false,
} as const;

/** The answers to an act that waits, and to its signature. */
export const askedAndSigned: DeskReplies = {
  deskApprovals: { data: { items: [ownAsked] } },
  deskSignAsked: { data: { done: true } },
};

/** That an act waits for a second member. */
export const waitsForSecond = { refusal: 'secondPersonNeeded', data: { approval: ownAsked.id } } as const;

const rows = Object.values(deskEndpoints).flatMap((group) => Object.entries<Endpoint>(group));

let close = async (): Promise<void> => undefined;

/** Opens an address of the desk like a browser with a session: only the server is fake. */
export async function renderDesk(
  url: string,
  { me = {}, language = 'en_US', replies = {}, width = 1280, aheadMs = 0 }: DeskOptions = {},
): Promise<RenderedDesk> {
  await close();
  const made: (DeskGiven & { readonly name: DeskCallName })[] = [];
  const unexpected: string[] = [];
  const late: string[] = [];
  let current: Readonly<Record<string, unknown>> = { deskMe: { data: { ...sampleMe, ...me } }, ...replies };

  const answer = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const address = new URL(input instanceof Request ? input.url : input, location.origin);
    const method = init.method ?? 'GET';
    const name = rows.find(([, row]) => row.method === method && matches(row.path, address.pathname))?.[0];
    const declared = name === undefined ? undefined : current[name];
    if (name === undefined || declared === undefined) {
      unexpected.push(name ?? `${method} ${address.pathname}`);
      throw new TypeError(`There is no reply to ${unexpected.at(-1)}.`);
    }
    const proof = new Headers(init.headers).get('desk-proof') ?? '';
    expect(proof, `${name} is signed`).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    if (aheadMs !== 0 && Math.abs(issuedAt(proof) - Date.now() - aheadMs) > 60_000) {
      late.push(name);
      const headers = { 'desk-time': String(Math.floor((Date.now() + aheadMs) / 1000)) };
      return Response.json({ code: 401, msg: '', data: null }, { status: 401, headers });
    }
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const given = { body: body as DeskGiven['body'], query: address.searchParams };
    if (name !== 'deskMe') made.push({ name: name as DeskCallName, ...given });
    const reply: unknown = await (typeof declared === 'function' ? (declared as (sent: DeskGiven) => unknown)(given) : declared);
    return responseOf(reply as Answer<DeskCallName>);
  };

  openDocument({ url, layout: 'desktop', language, kept: {}, lastChange: '' });
  window.happyDOM?.setViewport({ width, height: 900 });
  vi.stubGlobal('indexedDB', fakeIndexedDb());
  const user = userEvent.setup({ delay: null });
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const end = overseeDocument(answer);
  onTestFinished(async () => {
    // Calls sign before they leave: those of the last step are on their way.
    await settle();
    await close();
    expect(unexpected, 'calls without a reply').toEqual([]);
  });
  close = async () => {
    close = async () => undefined;
    await end();
    vi.unstubAllGlobals();
    const reported = errors.mock.calls.map((call) => call.map(String).join(' '));
    errors.mockRestore();
    expect(reported, 'reports on the console').toEqual([]);
  };
  vi.resetModules();
  const texts = await deskTexts[language]();
  const { makeKey } = await import('#web/desk/acts/desk-key.ts');
  await makeKey();
  await import('#web/desk/entry-desk.tsx');
  await waitFor(() => expect(document.getElementById('root')?.childElementCount).toBeGreaterThan(0), { timeout: 20_000 });
  await settle();
  return {
    page: within(document.body),
    user,
    made,
    late,
    answer: (next) => (current = { ...current, ...next }),
    t: (key, values) => (values === undefined ? texts[key] : fill(texts[key], values)),
  };
}

/** When a proof says that it was signed, in milliseconds. */
function issuedAt(proof: string): number {
  const payload = (proof.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { iat }: { readonly iat: number } = JSON.parse(atob(payload));
  return iat * 1000;
}

function matches(path: string, pathname: string): boolean {
  return new RegExp(`^/desk/api${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);
}

function responseOf(reply: Answer<DeskCallName>): Response {
  if (reply === 'no network') throw new TypeError('Failed to fetch');
  if (!('refusal' in reply)) return Response.json({ code: 200, msg: 'ok', data: reply.data });
  const { code, status } = { ...catalogue, ...deskCatalogue }[reply.refusal];
  const texts: Readonly<Record<string, string>> = deskErrors;
  return Response.json({ code, msg: texts[reply.refusal] ?? reply.refusal, data: reply.data ?? null }, { status });
}

/** The part of IndexedDB that the desk uses. */
function fakeIndexedDb() {
  const kept = new Map<string, unknown>();
  const asked = (result: unknown) => ({
    result,
    addEventListener: (type: string, listener: () => void) => void (type === 'success' && queueMicrotask(listener)),
  });
  const store = {
    get: (key: string) => asked(kept.get(key)),
    put: (value: unknown, key: string) => {
      kept.set(key, value);
      return asked(key);
    },
    delete: (key: string) => asked(kept.delete(key)),
  };
  const db = { createObjectStore: () => store, transaction: () => ({ objectStore: () => store }), close: () => undefined };
  return { open: () => asked(db) };
}
