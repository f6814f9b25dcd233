import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { sizeObserverOf } from '#web/lib/browser/browser.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import css from './avatar-stage.module.css';
import { pan, zoomStep, zoomTo, type Crop } from './crop.ts';
import { drawPicture, type Picture } from './picture.ts';

interface AvatarStageProps {
  readonly picture: Picture;
  readonly crop: Crop;
  readonly onChange: (next: (crop: Crop) => Crop) => void;
}

/** Diameter of the circle relative to the stage's edge; `.mask` has the same value. */
const circle = 0.84;

/** Distance of one arrow key press, in CSS pixels. */
const keyPixels = 8;

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The square on which the picture moves under a circle: by drag, pinch, wheel, arrow keys, + and −. */
export function AvatarStage({ picture, crop, onChange }: AvatarStageProps): ReactNode {
  const t = useT();
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const edge = useEdge(stage);
  const { bitmap } = picture;
  const gestures = useGestures({ stage, bitmap, onChange });

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null || edge === 0) return;
    const pixels = Math.round(edge * devicePixelRatio);
    if (element.width !== pixels) element.width = element.height = pixels;
    drawPicture(element, { bitmap, crop, edge: pixels * circle });
  }, [bitmap, crop, edge]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const direction = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0;
    if (arrow === undefined && direction === 0) return;
    event.preventDefault();
    const step = keyPixels / (edge * circle);
    if (arrow !== undefined) onChange((now) => pan(now, { x: arrow.x * step, y: arrow.y * step }, bitmap));
    else onChange((now) => zoomTo(now, now.zoom + direction * zoomStep, { picture: bitmap }));
  }

  return (
    // The stage has its own keys, which screen readers pass only to an application; the slider also zooms.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive
    <div
      ref={stage}
      className={css['stage']}
      role="application"
      aria-label={t('av.stage')}
      aria-describedby={hint}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...gestures}
    >
      <canvas ref={canvas} className={css['canvas']} />
      <div className={css['mask']} />
      <span id={hint}>
        <Hidden>{t('av.stageHint')}</Hidden>
      </span>
    </div>
  );
}

/** The stage's edge in CSS pixels, 0 until it is measured. */
function useEdge(stage: RefObject<HTMLElement | null>): number {
  const [edge, setEdge] = useState(0);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const measure = (): void => setEdge(element.clientWidth);
    measure();
    const observer = sizeObserverOf(measure);
    observer?.observe(element);
    return () => observer?.disconnect();
  }, [stage]);
  return edge;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface GestureOptions {
  readonly stage: RefObject<HTMLElement | null>;
  readonly bitmap: ImageBitmap;
  readonly onChange: AvatarStageProps['onChange'];
}

/** Drag with one pointer, pinch with two, and the wheel. */
function useGestures({ stage, bitmap, onChange }: GestureOptions) {
  const pointers = useRef(new Map<number, Point>());

  /** A point of the page, relative to the center of the circle, in its diameters. */
  function place({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const box = stage.current?.getBoundingClientRect();
    if (box === undefined) return { x: 0, y: 0 };
    const unit = box.width * circle;
    return { x: (clientX - box.left - box.width / 2) / unit, y: (clientY - box.top - box.height / 2) / unit };
  }

  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const around = place(event);
      const factor = Math.exp(-event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 0.002 : 0.05));
      onChange((now) => zoomTo(now, now.zoom * factor, { picture: bitmap, around }));
    };
    // Not through React, whose listeners are passive: the page would scroll.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
    // oxlint-disable-next-line react/exhaustive-deps -- `place` reads only the ref
  }, [stage, bitmap, onChange]);

  function move(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    pointers.current.set(event.pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      onChange((crop) => pan(crop, by, bitmap));
      return;
    }
    // Each finger contributes half of the movement of their midpoint.
    const ratio = distance(now, other) / Math.max(0.01, distance(before, other));
    const around = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    onChange((crop) => zoomTo(pan(crop, { x: by.x / 2, y: by.y / 2 }, bitmap), crop.zoom * ratio, { picture: bitmap, around }));
  }

  function leave(event: PointerEvent): void {
    pointers.current.delete(event.pointerId);
  }

  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0 || pointers.current.size === 2) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, place(event));
    },
    onPointerMove: move,
    onPointerUp: leave,
    onPointerCancel: leave,
    onLostPointerCapture: leave,
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
