import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contextFiles, stagesOf } from './container-steps.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('an image is built of no secrets, data or packages of this machine, and ends as an unprivileged user in production mode', () => {
  expect(contextFiles(root).filter((file) => /(?:^|\/)(?:\.env|data|node_modules|dist|\.git)(?:$|\/)/.test(file))).toEqual([]);
  const final =
    stagesOf(read('deploy/Containerfile'))
      .at(-1)
      ?.map(({ word, rest }) => `${word} ${rest}`) ?? [];
  expect(final.filter((step) => /^(?:COPY|USER)/.test(step))).toEqual(['COPY --from=build /image ./', 'USER node']);
  expect(final.join('\n')).toMatch(/^ENV NODE_ENV=production /m);
  expect(final.join('\n')).not.toMatch(/\bnpm (?:ci|install|exec)\b/);
});

describe('the reference installation', () => {
  const compose = read('deploy/compose.yaml');
  const [, services = ''] = compose.split(/^services:$/m);
  /** The text of each service. */
  const service = new Map(
    services
      .split(/^networks:$/m)[0]
      ?.split(/^(?= {2}[\w-]+:$)/m)
      .map((text) => [/^ {2}([\w-]+):/.exec(text)?.[1] ?? '', text]),
  );

  test('trusts the address of nginx, and no network', () => {
    const trusted = /^ {4}TRUST_PROXY: (\S+)$/m.exec(compose)?.[1] ?? '';
    expect(trusted).toMatch(/^[\d.]+$/);
    expect(service.get('nginx')).toContain(`edge: { ipv4_address: ${trusted} }`);
  });

  test('admits only nginx and the servers to the trusted network', () => {
    const inside = [...service].filter(([, text]) => /networks:.*\bedge\b/s.test(text)).map(([name]) => name);
    expect(inside.toSorted()).toEqual(['nginx', 'server-1', 'server-2']);
    for (const [name, text] of service) if (name !== '') expect(text, name).toMatch(/networks:/);
  });

  test('never pulls its own image from a registry', () => {
    expect(compose).toMatch(/^ {2}image: cedar-id\n(?: *#.*\n)* {2}pull_policy: never$/m);
  });
});
