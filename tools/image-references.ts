import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An image named in deploy/: `name:tag`, and the variable with the rest of its digest. */
export interface ImageReference {
  readonly image: string;
  readonly variable: string;
}

/** The images named in deploy/, and their problems. */
export interface ImageReferences {
  readonly references: readonly ImageReference[];
  readonly problems: readonly string[];
}

/** Beside compose.yaml, where `docker compose --env-file` finds it. */
export const digestFile = 'deploy/images.env';

/**
 * Reads every image named in deploy/. Each stands as `name:tag@sha256:${X_DIGEST}`, in compose.yaml as a required
 * variable: an image without a digest cannot be built or started.
 */
export function readImageReferences(root: string): ImageReferences {
  const container = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
  // Images built here are not fetched: stages, and our own image.
  const built = new Set(['cedar-id', ...Array.from(container.matchAll(/^\s*FROM\s.*\sAS\s+(\S+)/gim), ([, stage = '']) => stage)]);
  const notBuilt = (reference: string): boolean => !built.has(reference);
  const inContainer = { variable: /^\$\{([A-Z]+_DIGEST)\}$/, file: 'deploy/Containerfile', notBuilt };
  const inCompose = { variable: /^\$\{([A-Z]+_DIGEST):\?[^}]*\}$/, file: 'deploy/compose.yaml', notBuilt };
  const found = [
    ...referencesIn(container, { pattern: /^\s*FROM\s+(?:--\S+\s+)*(\S+)/gim, ...inContainer }),
    ...referencesIn(container, { pattern: /^\s*(?:COPY|ADD|RUN)\s.*?\bfrom=([^\s,]+)/gim, ...inContainer }),
    ...referencesIn(container, { pattern: /^#\s*syntax=(\S+)/gim, ...inContainer }),
    ...referencesIn(compose, { pattern: /^\s*image:\s*(.*\S)\s*$/gm, ...inCompose }),
  ];
  const references = found.flatMap((each) => (typeof each === 'string' ? [] : [each]));
  const variables = new Map(references.map(({ image, variable }) => [variable, image]));
  return {
    references: Array.from(variables, ([variable, image]) => ({ image, variable })),
    problems: [
      ...found.filter((each) => typeof each === 'string'),
      ...references
        .filter(({ image, variable }) => variables.get(variable) !== image)
        .map(({ image, variable }) => `${variable} is the digest of ${image} and of ${variables.get(variable)}`),
      ...Array.from(container.matchAll(/^\s*ARG\s+(\w+_DIGEST)=/gim), ([, name]) => `deploy/Containerfile: ${name} has a default`),
    ],
  };
}

function referencesIn(
  text: string,
  how: { readonly pattern: RegExp; readonly variable: RegExp; readonly file: string; readonly notBuilt: (reference: string) => boolean },
): readonly (ImageReference | string)[] {
  return Array.from(text.matchAll(how.pattern), ([, reference = '']) => reference.replaceAll(/^['"]|['"]$/g, ''))
    .filter((reference) => how.notBuilt(reference))
    .map((reference) => {
      const [image = '', digest = ''] = reference.split('@sha256:');
      const name = how.variable.exec(digest)?.[1];
      const isTagged = /^[a-z\d][a-z\d./-]*:[\w][\w.-]*$/.test(image);
      return name !== undefined && isTagged ? { image, variable: name } : `${how.file}: ${reference} is not named by tag and digest`;
    });
}

/** Problems with the looked-up digests; undefined if there are none yet. */
export function digestProblems(root: string, references: readonly ImageReference[]): readonly string[] | undefined {
  const path = join(root, digestFile);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return references
    .filter(({ image, variable }) => !new RegExp(`^# ${image.replaceAll('.', '\\.')}\\n${variable}=[0-9a-f]{64}$`, 'm').test(text))
    .map(({ image }) => `${digestFile} has no digest of ${image}: npm run images`);
}

/** The text of the digest file: `digests` in the order of the references, each 64 hexadecimal digits. */
export function digestText(references: readonly ImageReference[], digests: readonly string[]): string {
  return references.map(({ image, variable }, index) => `# ${image}\n${variable}=${digests[index]}\n`).join('');
}
