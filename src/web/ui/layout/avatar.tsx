import { Icon } from '#web/ui/marks/icon.tsx';
import { user } from '#web/ui/marks/icons.ts';
import { classes } from '#web/ui/classes.ts';
import css from './avatar.module.css';

interface AvatarProps {
  /** The picture's URL; absent or empty: a placeholder. */
  readonly src?: string | undefined;
  /** 96, 72, 40, 32 or 20 px. */
  readonly size?: 'xl' | 'l' | 'm' | 's' | 'xs';
}

const pixels = { xl: 96, l: 72, m: 40, s: 32, xs: 20 };

/** An account's picture. It is decorative: the name is next to it. */
export function Avatar({ src, size = 'm' }: AvatarProps) {
  const px = pixels[size];
  return (
    <span className={classes(css['avatar'], css[size])}>
      {src === undefined || src === '' ? <Icon of={user} size={px / 2} /> : <img src={src} alt="" width={px} height={px} />}
    </span>
  );
}
