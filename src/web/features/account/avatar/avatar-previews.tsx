import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import css from './avatar-previews.module.css';
import type { Crop } from './crop.ts';
import { drawPicture, type Picture } from './picture.ts';

/** Sizes at which avatars are shown, CSS pixels (brief 3.3). */
const sizes = [96, 64, 32] as const;

interface AvatarPreviewsProps {
  readonly picture: Picture | undefined;
  readonly crop: Crop;
  /** The current avatar, shown until a picture is chosen. */
  readonly present: string | undefined;
}

/** Previews of the avatar. */
export function AvatarPreviews({ picture, crop, present }: AvatarPreviewsProps): ReactNode {
  const t = useT();
  return (
    <section>
      <h2 className={css['title']}>{t('pf.preview')}</h2>
      <div className={css['row']}>
        {sizes.map((size) =>
          picture === undefined ? (
            <Avatar key={size} src={present} size={size === 96 ? 'xl' : size === 64 ? 'l' : 's'} />
          ) : (
            <Preview key={size} size={size} picture={picture} crop={crop} />
          ),
        )}
      </div>
    </section>
  );
}

interface PreviewProps {
  readonly size: number;
  readonly picture: Picture;
  readonly crop: Crop;
}

/** Decorative: the controls are on the stage. */
function Preview({ size, picture, crop }: PreviewProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { bitmap } = picture;
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const pixels = Math.round(size * devicePixelRatio);
    element.width = element.height = pixels;
    drawPicture(element, { bitmap, crop, edge: pixels });
  }, [bitmap, crop, size]);
  return <canvas ref={canvas} className={css[`size${size}`]} aria-hidden="true" />;
}
