import { useId, useRef, useState, type ReactNode } from 'react';
import { useAnchored } from './anchored.ts';
import { classes } from '#web/ui/classes.ts';
import css from './popover.module.css';

interface PopoverProps {
  /** The content of the button. */
  readonly trigger: ReactNode;
  /** The button's accessible name if it shows only an icon. */
  readonly label?: string;
  readonly className?: string | undefined;
  /** The edge of the button to align with. */
  readonly align?: 'start' | 'end' | 'centre';
  /** Also opens on hover. */
  readonly hover?: boolean;
  /** Adds padding; a menu has its own. */
  readonly pad?: boolean;
  /** A press on a link or button inside closes it: for menus. */
  readonly closesOnPress?: boolean;
  readonly children: ReactNode;
}

/**
 * A button that discloses a small panel. Escape and an outside press close it and return the focus (native popover).
 */
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
      {/* A press is a click, also from the keyboard: the interactive elements are the links and buttons inside. */}
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
