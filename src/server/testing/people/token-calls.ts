import { globSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** Fields in which a call takes a token of ours. */
const tokenFields: readonly string[] = ['token', 'ticket', 'tickets', 'claim', 'invitation', 'platform_key', 'legacyId'];

/** A call that takes a token, with a body for each thing that it may be asked to do. */
export interface TokenCall {
  readonly name: string;
  readonly path: string;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly bodyOf: (token: string) => readonly Readonly<Record<string, unknown>>[];
  /** Takes it as X-Token, too. */
  readonly byHeader: boolean;
}

/** Every call of the contract with the shape of its body. */
async function shapedCalls(): Promise<readonly { readonly name: string; readonly row: Endpoint; readonly shape: Shape }[]> {
  const folder = join(import.meta.dirname, '../../../contract');
  const shapes = new Map<string, Shape>();
  for (const file of globSync('**/*.schemas.ts', { cwd: folder })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas of the contract
    const module = (await import(join(folder, file))) as Readonly<Record<string, Readonly<Record<string, { readonly body?: Shape }>>>>;
    for (const [name, calls] of Object.entries(module)) {
      if (!name.endsWith('Schemas')) continue;
      for (const [call, { body }] of Object.entries(calls)) if (body !== undefined) shapes.set(call, body);
    }
  }
  const rows = Object.values<Readonly<Record<string, Endpoint>>>(allEndpoints).flatMap((endpoints) => Object.entries(endpoints));
  return rows.map(([name, row]) => ({ name, row, shape: shapes.get(name) ?? {} }));
}

/** Every call of the contract that a token opens or that takes one in its body, new ones included. */
export async function tokenCalls(): Promise<readonly TokenCall[]> {
  return (await shapedCalls()).flatMap(({ name, row: { path, method, access }, shape }) => {
    const byHeader = access.includes('ticket');
    const takes = Object.keys(shape.properties ?? {}).some((field) => tokenFields.includes(field));
    if (method === 'GET' || path.includes(':') || !(takes || byHeader)) return [];
    const given = (token: string) => Object.fromEntries(tokenFields.map((field) => [field, field === 'tickets' ? [token] : token]));
    return [{ name, path, method, byHeader, bodyOf: (token: string) => bodiesOf(shape, { newPassword: thiefPassword, ...given(token) }) }];
  });
}

const thiefPassword = 'Harbour-of-a-thief-7';

/** The phone and the email of an account. */
export interface Named {
  readonly phone: string;
  readonly email: string;
}

/** A call in which a visitor names an account, with a body for each name and each thing that it may be asked to do. */
export interface NamingCall {
  readonly name: string;
  readonly path: string;
  readonly bodiesOf: (named: Named) => readonly Readonly<Record<string, unknown>>[];
  readonly takesCaptcha: boolean;
}

/** Every call of a visitor that names an account, new ones included. */
export async function namingCalls(): Promise<readonly NamingCall[]> {
  return (await shapedCalls()).flatMap(({ name, row: { path, method, access }, shape }) => {
    const { properties = {} } = shape;
    const names = (['phone', 'email', 'account'] as const).filter((field) => field in properties);
    if (method !== 'POST' || !access.includes('visitor') || names.length === 0) return [];
    const bodies = (named: Named) => {
      const accounts = names.includes('account') ? Object.values(named) : [named.phone];
      return accounts.flatMap((account) =>
        bodiesOf(shape, { ...named, account, scene: 'login', password: thiefPassword, newPassword: thiefPassword, code: '000000' }),
      );
    };
    return [{ name, path: path.replace(':purpose', 'login'), bodiesOf: bodies, takesCaptcha: 'validate' in properties }];
  });
}

/** A body for each value of each field that is a choice. */
function bodiesOf(
  { properties = {}, required = [] }: Shape,
  given: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] {
  const whole = Object.fromEntries(
    Object.entries(properties).flatMap(([field, shape]) =>
      field in given || required.includes(field) ? [[field, valueOf(field, shape, given)]] : [],
    ),
  );
  const choices = Object.entries(properties).filter(([field, shape]) => field in whole && valuesOf(shape).length > 1);
  return [whole, ...choices.flatMap(([field, shape]) => valuesOf(shape).map((value) => ({ ...whole, [field]: value })))];
}

function valuesOf({ enum: values = [], anyOf = [] }: Shape): readonly unknown[] {
  return values.length > 0 ? values : anyOf.flatMap((each) => ('const' in each ? [each.const] : []));
}

function valueOf(field: string, shape: Shape, given: Readonly<Record<string, unknown>>): unknown {
  if (field in given) return given[field];
  const [first] = valuesOf(shape);
  if (first !== undefined) return first;
  return { array: [], object: {}, boolean: true, integer: 1, number: 1 }[shape.type ?? ''] ?? 'x';
}

/** Posts a token to every call in the ways of its row, in a browser that no answer has signed in. */
export async function postEverywhere(
  calls: readonly TokenCall[],
  token: string,
  newBrowser: () => TestBrowser,
): Promise<readonly { readonly name: string; readonly answer: TestAnswer; readonly browser: TestBrowser }[]> {
  const found = [];
  let browser = newBrowser();
  await browser.prepare();
  for (const { name, path, method, byHeader, bodyOf } of calls) {
    for (const body of bodyOf(token)) {
      if (browser.cookies.has('sid')) {
        browser = newBrowser();
        await browser.prepare();
      }
      const headers = { 'x-token': token };
      if (byHeader)
        found.push({ name, answer: await browser.raw({ method, path: `/api${path}`, headers, body: JSON.stringify(body) }), browser });
      if (Object.values(body).some((value) => String(value) === token))
        found.push({ name, answer: await send(browser, method, path, body), browser });
    }
  }
  return found;
}

/** Encrypts what its row says. */
function send(
  browser: TestBrowser,
  method: TokenCall['method'],
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<TestAnswer> {
  if (method === 'PUT') return browser.put(path, body);
  return method === 'DELETE' ? browser.delete(path, body) : browser.post(path, body);
}
