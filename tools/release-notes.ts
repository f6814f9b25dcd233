/** The section of a version in CHANGELOG.md without its heading, undefined if there is none. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n');
  const begin = lines.findIndex((line) => line.startsWith(`## ${version} `));
  if (begin === -1) return undefined;
  const length = lines.slice(begin + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(begin + 1, length === -1 ? undefined : begin + 1 + length)
    .join('\n')
    .trim();
}

export interface ReleaseState {
  readonly version: string;
  readonly changelog: string;
  /** Changes that are not committed, as `git status --porcelain` prints them. */
  readonly dirty: string;
  readonly tags: readonly string[];
}

/** Why there is no release now, with the way out; undefined when there may be one. */
export function refusalOf({ version, changelog, dirty, tags }: ReleaseState): string | undefined {
  if (dirty !== '') return `These changes are not committed:\n${dirty}`;
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `The version of package.json is ${version}: a release is X.Y.Z.`;
  if (tags.includes(`v${version}`)) return `v${version} exists: raise the version in package.json.`;
  const section = sectionOf(changelog, version);
  if (section === undefined) return `CHANGELOG.md has no section of ${version}.`;
  return section.split('\n').length > 80 ? `The section of ${version} in CHANGELOG.md has more than 80 lines.` : undefined;
}
