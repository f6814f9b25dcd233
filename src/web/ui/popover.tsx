import { useId, useRef, useState, type ReactNode } from 'react';
import { useAnchored } from './anchored.ts';
import { classes } from './classes.ts';
import css from './popover.module.css';

interface PopoverProps {
  /** What the button shows. */
  readonly trigger: ReactNode;
  /** The button's accessible name where it shows only an icon. */
  readonly label?: string;
  readonly className?: string | undefined;
  /** Which edge of the button it is flush with. */
  readonly align?: 'start' | 'end' | 'centre';
  /** Opens also under the pointer. */
  readonly hover?: boolean;
  /** Free padding; a menu brings its own. */
  readonly pad?: boolean;
  /** A press on a link or button in it closes it: menus. */
  readonly closesOnPress?: boolean;
  readonly children: ReactNode;
}

/** A button that discloses a small panel. Escape and a press elsewhere close it, and the focus returns (the browser's own popover). */
export function Popover({
  trigger,
  label,
  className,
  align = 'end',
  hover = false,
  pad = false,
  closesOnPress = false,
  children,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  useAnchored({ open, anchor: button, panel, align });

  const close = () => panel.current?.hidePopover();
  const over = hover
    ? {
        onMouseEnter: () => {
          clearTimeout(leaving.current);
          panel.current?.showPopover();
        },
        onMouseLeave: () => {
          leaving.current = setTimeout(close, 200);
        },
      }
    : {};
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        popoverTargetAction={hover ? 'show' : 'toggle'}
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        {...over}
      >
        {trigger}
      </button>
      {/* A press is a click, from the keyboard too: the links and buttons in it are what is operated. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- as above */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classes(css['panel'], pad && css['pad'])}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={(event) => {
          if (closesOnPress && event.target instanceof Element && event.target.closest('a, button') !== null) close();
        }}
        {...over}
      >
        {children}
      </div>
    </>
  );
}
