import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { leaveIfEngineFailed } from './older-failure.ts';

let left: string[];

beforeEach(() => {
  left = [];
  history.replaceState(null, '', '/login?redirect=%2Flink');
  vi.spyOn(location, 'replace').mockImplementation((url) => void left.push(String(url)));
  document.documentElement.dataset['engine'] = 'older';
});

afterEach(() => {
  delete document.documentElement.dataset['engine'];
});

const missing = new TypeError('panel.togglePopover is not a function');

test('says that the browser is too old when a script fails in an older engine', () => {
  expect(leaveIfEngineFailed(missing)).toBe(true);
  expect(left).toEqual(['/old-browser?continue=%2Flogin%3Fredirect%3D%252Flink']);
});

test('does nothing in other engines', () => {
  delete document.documentElement.dataset['engine'];
  expect(leaveIfEngineFailed(missing)).toBe(false);
  expect(left).toEqual([]);
});

test.each([
  ['a refusal of the server', new RefusalError({ refusal: 'serverError' })],
  ['a file that did not load', new TypeError('Failed to fetch dynamically imported module: https://a.example/assets/a.js')],
  ['a file that did not load in Firefox', new TypeError('error loading dynamically imported module')],
  ['a file that did not load in Safari', new TypeError('Importing a module script failed.')],
])('does not call the browser too old for %s', (_, error) => {
  expect(leaveIfEngineFailed(error)).toBe(false);
  expect(left).toEqual([]);
});
