/** Edges of the squares that every avatar is stored as, in pixels. */
export const avatarSizes = [512, 256, 96] as const;

export type AvatarSize = (typeof avatarSizes)[number];

/** The size that the account shows (contract 6). */
const shownSize: AvatarSize = 256;

/** The name of an avatar's file of one size. `base` is what an account's `profileImage` holds. */
export function avatarFile(base: string, size: AvatarSize): string {
  return `${base}-${size}.webp`;
}

/** The base of a file's name; undefined for a name that no avatar has. */
export function avatarBase(file: string): string | undefined {
  return /^([\w-]{22})-(?:512|256|96)\.webp$/.exec(file)?.[1];
}

/** The path of an avatar on this site, or '' for an account without one. */
export function avatarUrl(base: string | null): string {
  return base === null ? '' : `/avatars/${avatarFile(base, shownSize)}`;
}
