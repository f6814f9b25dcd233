import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestProblems, digestText, readImageReferences } from './image-references.ts';

const root = join(import.meta.dirname, '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'images-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Problems in our own deploy/ after replacing one text with another. */
function problemsWith(file: 'Containerfile' | 'compose.yaml', [from, to]: readonly [string, string]): readonly string[] {
  mkdirSync(join(folder, 'deploy'), { recursive: true });
  for (const name of ['Containerfile', 'compose.yaml']) cpSync(join(root, 'deploy', name), join(folder, 'deploy', name));
  const path = join(folder, 'deploy', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  return readImageReferences(folder).problems;
}

describe('the images that deploy/ names', () => {
  test('have a tag to read and a digest that must be set', () => {
    const { references, problems } = readImageReferences(root);
    expect(problems).toEqual([]);
    expect(references.map(({ variable }) => variable)).toEqual([
      'NODE_DIGEST',
      'POSTGRES_DIGEST',
      'NGINX_DIGEST',
      'PROMETHEUS_DIGEST',
      'BLACKBOX_DIGEST',
      'GRAFANA_DIGEST',
    ]);
  });

  test('have the looked-up digests, if there are any', () => {
    expect(digestProblems(root, readImageReferences(root).references) ?? []).toEqual([]);
  });

  const hex = 'a'.repeat(64);
  test.each([
    ['Containerfile', '@sha256:${NODE_DIGEST} AS build', ' AS build'],
    ['Containerfile', '@sha256:${NODE_DIGEST} AS build', `@sha256:${hex} AS build`],
    ['Containerfile', 'node:26-bookworm-slim@sha256:${NODE_DIGEST}\nENV', 'node@sha256:${NODE_DIGEST}\nENV'],
    ['Containerfile', 'ARG NODE_DIGEST', `ARG NODE_DIGEST=${hex}`],
    ['Containerfile', '--from=build', '--from=busybox:1'],
    ['Containerfile', '# Cedar ID', '# syntax=docker/dockerfile:1\n# Cedar ID'],
    ['Containerfile', 'RUN npm ci', 'RUN --mount=type=bind,from=busybox:1,target=/x npm ci'],
    ['compose.yaml', '@sha256:${NGINX_DIGEST:?npm run images writes it}', ''],
    ['compose.yaml', '${NGINX_DIGEST:?npm run images writes it}', '${NGINX_DIGEST}'],
    ['compose.yaml', '${NGINX_DIGEST:?npm run images writes it}', `\${NGINX_DIGEST:-${hex}}`],
    ['compose.yaml', '${NGINX_DIGEST:?', '${POSTGRES_DIGEST:?'],
    ['compose.yaml', 'image: cedar-id', 'image: someone/cedar-id'],
    ['compose.yaml', 'image: nginx:1.29@', 'image: "nginx@'],
  ] as const)('are refused in %s when %j becomes %j', (file, from, to) => {
    expect(problemsWith(file, [from, to])).toHaveLength(1);
  });
});

describe('npm run images', () => {
  /** Runs it with a stand-in for Docker. */
  async function lookUp(docker: string): Promise<{ readonly file: string; readonly text: string }> {
    const file = join(folder, 'images.env');
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${docker}\n`);
    chmodSync(join(folder, 'docker'), 0o755);
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
    await promisify(execFile)(process.execPath, [join(root, 'tools/images.ts'), file], { env });
    return { file, text: readFileSync(file, 'utf8') };
  }

  test('writes the digest of each image’s list from the registry, and none of the images below it', async () => {
    const one = 'b'.repeat(64);
    const { text } = await lookUp(
      `[ "$1 $2 $3" = "buildx imagetools inspect" ] || exit 9
       digest=$(printf %s "$4" | sha256sum | cut -c1-64)
       printf '{"manifests":[{"digest":"sha256:${one}"}],"schemaVersion":2,"digest":"sha256:%s"}' "$digest"`,
    );
    const { references } = readImageReferences(root);
    expect(text).not.toContain(one);
    expect(text.match(/^[A-Z]+_DIGEST=[0-9a-f]{64}$/gm)).toHaveLength(references.length);
    mkdirSync(join(folder, 'deploy'));
    writeFileSync(join(folder, 'deploy/images.env'), text);
    expect(digestProblems(folder, references)).toEqual([]);
  });

  test.each([
    ['a registry cannot be reached', 'echo "no such host" >&2; exit 1', /could not look up node:26-bookworm-slim: no such host/],
    ['an answer has no digest', `echo '{"schemaVersion":2}'`, /could not look up node:26-bookworm-slim: the answer has no digest/],
    ['one of them is missing', `case "$4" in grafana*) exit 1;; esac; printf '{"digest":"sha256:${'c'.repeat(64)}"}'`, /grafana/],
  ])('writes nothing when %s', async (_name, docker, sentence) => {
    await expect(lookUp(docker)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
    expect(existsSync(join(folder, 'images.env'))).toBe(false);
  });

  test('must be run again when a tag changes or a digest is cut short', () => {
    const { references } = readImageReferences(root);
    const text = digestText(
      references,
      references.map(() => 'd'.repeat(64)),
    );
    mkdirSync(join(folder, 'deploy'));
    for (const changed of [text.replace('postgres:18', 'postgres:17'), text.replace(/^(POSTGRES_DIGEST=.{63})./m, '$1')]) {
      writeFileSync(join(folder, 'deploy/images.env'), changed);
      expect(digestProblems(folder, references)).toEqual(['deploy/images.env has no digest of postgres:18: npm run images']);
    }
  });
});
