import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { missingFromLock } from './check-lock.ts';

function missing(packages: object): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const file = join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ packages }));
  try {
    return missingFromLock(pathToFileURL(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('names an optional dependency that is not locked', () => {
  expect(missing({ 'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0' } } })).toEqual(['node_modules/a lacks a-linux']);
});

test('finds an optional dependency beside, inside and above the package that names it', () => {
  const optionalDependencies = { 'b-linux': '1.0.0' };
  expect(missing({ 'node_modules/b': { optionalDependencies }, 'node_modules/b-linux': {} })).toEqual([]);
  expect(missing({ 'node_modules/b': { optionalDependencies }, 'node_modules/b/node_modules/b-linux': {} })).toEqual([]);
  expect(missing({ 'node_modules/x/node_modules/b': { optionalDependencies }, 'node_modules/b-linux': {} })).toEqual([]);
});

test('finds the dependencies of a workspace at the root', () => {
  expect(missing({ 'tools/runtime': { optionalDependencies: { c: '1' } }, 'node_modules/c': {} })).toEqual([]);
});
