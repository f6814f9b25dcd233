import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { foreignInLock, missingFromLock, undecidedScripts } from './check-lock.ts';

function missing(packages: object): readonly string[] {
  return inFiles({ packages }, {}, (lock) => missingFromLock(lock));
}

function undecided(packages: object, allowScripts?: object): readonly string[] {
  return inFiles({ packages }, { allowScripts }, (lock, own) => undecidedScripts(lock, own));
}

function inFiles<Result>(lock: object, own: object, look: (lock: URL, own: URL) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const files = { lock: join(folder, 'package-lock.json'), own: join(folder, 'package.json') };
  writeFileSync(files.lock, JSON.stringify(lock));
  writeFileSync(files.own, JSON.stringify(own));
  try {
    return look(pathToFileURL(files.lock), pathToFileURL(files.own));
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

test('accepts a package with an install script that is allowed for its version, or denied entirely', () => {
  const packages = { '': {}, 'node_modules/@a/b': { version: '1.2.3', hasInstallScript: true }, 'node_modules/c': { version: '1.0.0' } };
  expect(undecided(packages, { '@a/b@1.2.3': true })).toEqual([]);
  expect(undecided(packages, { '@a/b': false })).toEqual([]);
});

test('names a package with an undecided install script, also below another package and in another version', () => {
  const packages = { 'node_modules/x/node_modules/a': { version: '2.0.0', hasInstallScript: true } };
  const sentence = 'a@2.0.0 has an install script, and allowScripts does not say whether it may run';
  expect(undecided(packages)).toEqual([sentence]);
  expect(undecided(packages, { a: true })).toContain(sentence);
  expect(undecided(packages, { 'a@1.0.0': true })).toContain(sentence);
});

test('names an unneeded permission, and a script of the project’s own', () => {
  expect(undecided({ 'node_modules/a': { version: '1.0.0' } }, { 'a@1.0.0': true, b: false })).toEqual([
    'allowScripts names a@1.0.0, and no such package with an install script is locked',
    'allowScripts names b, and no such package with an install script is locked',
  ]);
  expect(undecided({ '': { version: '1.0.0', hasInstallScript: true } })).toHaveLength(1);
});

test('names packages that are not locked to a hash from the registry', () => {
  const sha512 = `sha512-${'A'.repeat(86)}==`;
  const foreign = (packages: object) => inFiles({ packages }, {}, (lock) => foreignInLock(lock));
  expect(
    foreign({
      '': {},
      'tools/own': {},
      'node_modules/own': { link: true, resolved: 'tools/own' },
      'node_modules/a': { integrity: sha512 },
    }),
  ).toEqual([]);
  expect(foreign({ 'node_modules/a': { integrity: sha512, resolved: 'git+ssh://git@example.com/a.git#1' } })).toHaveLength(1);
  expect(foreign({ 'node_modules/a/node_modules/b': {}, 'node_modules/c': { integrity: 'sha1-x' } })).toHaveLength(2);
});
