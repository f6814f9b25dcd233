import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deskGate, engineGate, leaveFor, oldBrowserPath } from './engine-gate.ts';

const chunk = '/assets/older-engines-abcdefgh.js';

/** Globals with everything that the gate asks for. */
function modernGlobals(): Record<string, unknown> {
  return {
    document: { head: { popover: null } },
    URL: { canParse: () => true },
    AbortSignal: { any: () => undefined },
    HTMLDialogElement: Object,
    CSS: { supports: () => true },
    Promise,
  };
}

/** What the gate writes into the page of such an engine. */
function writtenBy(change: (globals: Record<string, unknown>) => void): string {
  const written: string[] = [];
  const globals = modernGlobals();
  change(globals);
  Object.assign(globals['document'] as object, { write: (text: string) => written.push(text) });
  globals['window'] = globals;
  runInNewContext(engineGate(chunk), globals);
  return written.join('');
}

test('writes nothing in an engine that has everything', () => {
  expect(writtenBy(() => undefined)).toBe('');
});

test.each<[string, (globals: Record<string, unknown>) => void]>([
  ['popovers', (globals) => (globals['document'] = { head: {} })],
  ['URL.canParse', (globals) => (globals['URL'] = {})],
  ['AbortSignal.any', (globals) => (globals['AbortSignal'] = {})],
])('loads older-engines before the application without %s', (_, change) => {
  expect(writtenBy(change)).toBe(`<script src=${chunk} type=module></script>`);
});

test.each<[string, (globals: Record<string, unknown>) => void]>([
  ['dialogs', (globals) => delete globals['HTMLDialogElement']],
  ['the shorthand inset', (globals) => (globals['CSS'] = { supports: (rule: string) => rule !== 'inset:0' })],
  ['Promise.allSettled', (globals) => (globals['Promise'] = {})],
])('leads away without %s', (_, change) => {
  const written = writtenBy((globals) => {
    globals['document'] = { head: {} };
    change(globals);
  });
  expect(written).toBe('<script src=/old-browser.js></script>');
});

test('is short, in the spelling of engines without modules', () => {
  const gate = engineGate(chunk);
  expect(gate.length).toBeLessThanOrEqual(300);
  expect(gate).not.toMatch(/=>|`|\bconst\b|\blet\b|<\/script/);
});

/** The pages that a script leaves for, from this address. */
function leftBy(script: string, globals: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const left: string[] = [];
  const location = { pathname: '/login', search: '?redirect=%2Flink%3Fa=b+c', replace: (url: string) => left.push(url) };
  runInNewContext(script, { ...modernGlobals(), location, encodeURIComponent, ...globals });
  return left;
}

const wanted = 'continue=%2Flogin%3Fredirect%3D%252Flink%253Fa%3Db%2Bc';

test('keeps path and query on the way to the page', () => {
  expect(leftBy(leaveFor(oldBrowserPath))).toEqual([`/old-browser?${wanted}`]);
});

test('leads away from the desk only without a feature of its floor', () => {
  expect(leftBy(deskGate)).toEqual([]);
  for (const missing of [{ document: { head: {} } }, { URL: {} }])
    expect(leftBy(deskGate, missing)).toEqual([`/desk/old-browser?${wanted}`]);
});
