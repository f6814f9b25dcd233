/** Edge lengths of the stored avatar squares, in pixels. */
export const avatarSizes = [512, 256, 96] as const;

export type AvatarSize = (typeof avatarSizes)[number];

/** The size in account views (contract 6). */
const shownSize: AvatarSize = 256;

/** File name of an avatar in one size. `base` is the value in an account's `profileImage`. */
export function avatarFile(base: string, size: AvatarSize): string {
  return `${base}-${size}.webp`;
}

/** Base of a file name; undefined when it is not an avatar's name. */
export function avatarBase(file: string): string | undefined {
  return /^([\w-]{22})-(?:512|256|96)\.webp$/.exec(file)?.[1];
}

/** Path of an avatar on this site, or '' for an account without one. */
export function avatarUrl(base: string | null): string {
  return base === null ? '' : `/avatars/${avatarFile(base, shownSize)}`;
}
