import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { loaderCircle } from '#web/ui/marks/icons.ts';
import { anchor, type LinkTarget } from './link.tsx';
import css from './button.module.css';

interface ButtonLook {
  /** 36, 40 or 48 px high. */
  readonly size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  readonly block?: boolean;
  /** A text button of secondary importance in its row: gray instead of blue. */
  readonly quiet?: boolean;
  /** Red text: it leads to an act that destroys or stops something. */
  readonly red?: boolean;
  readonly icon?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** One `primary` per view. */
type Variant = 'primary' | 'default' | 'text';

/**
 * `danger` only in the last confirmation of an irreversible act. It submits no form, because Enter in a field would press
 * it, and it takes no key that was held or pressed before a person can have read the question.
 */
type ButtonAct =
  | {
      readonly variant?: Variant;
      readonly type?: 'button' | 'submit';
      /** Name of the value that a native form sends when this button submits it. */
      readonly name?: string;
      readonly value?: string;
      /** The id of the form to submit, for a button outside of it. */
      readonly form?: string | undefined;
    }
  | { readonly variant: 'danger'; readonly type?: never; readonly name?: never; readonly value?: never; readonly form?: never };

interface ButtonState {
  /** Work is in progress: the width stays, a spinner replaces the label and presses have no effect. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** More detailed than the visible label, and contains it. */
  readonly label?: string;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

export type ButtonProps = ButtonLook & ButtonState & ButtonAct;

/** Milliseconds in which a danger button that has just appeared takes no key. */
const unreadMs = 500;

/** Stops the keys that would press a danger button unread. */
function useHurriedKeys(isDanger: boolean) {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  if (!isDanger) return undefined;
  return (event: KeyboardEvent) => {
    const presses = event.key === 'Enter' || event.key === ' ';
    if (presses && (event.repeat || performance.now() - shownAt.current < unreadMs)) event.preventDefault();
  };
}

/** A button. Use {@link ButtonLink} to navigate to another URL. */
export function Button({ type = 'button', name, value, form, busy = false, disabled, label, onClick, ref, ...look }: ButtonProps) {
  const stopHurriedKeys = useHurriedKeys(look.variant === 'danger');
  return (
    <button
      ref={ref}
      type={type}
      name={name}
      value={value}
      form={form}
      className={lookOf(look, busy)}
      disabled={disabled}
      // Not `disabled`: that would lose the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      onKeyDown={stopHurriedKeys}
      onKeyUp={stopHurriedKeys}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Label {...look} busy={busy} />
    </button>
  );
}

interface ButtonLinkProps extends ButtonLook, LinkTarget {
  readonly variant?: Variant;
  /** More detailed than the visible label, and contains it. */
  readonly label?: string;
  readonly onClick?: () => void;
}

/** A link that looks like a button. */
export function ButtonLink({ href, newTab, replace, onClick, label, ...look }: ButtonLinkProps) {
  return (
    <a {...anchor({ href, newTab, replace }, onClick)} className={lookOf(look, false)} aria-label={label}>
      <Label {...look} busy={false} />
    </a>
  );
}

type Look = ButtonLook & { readonly variant?: Variant | 'danger' };

function lookOf({ variant = 'default', size = 'md', block, quiet, red, className }: Look, busy: boolean): string {
  return classes(
    css['button'],
    css[variant],
    css[size],
    block && css['block'],
    quiet && css['quiet'],
    red && css['red'],
    busy && css['busy'],
    className,
  );
}

function Label({ icon, children, busy }: ButtonLook & { readonly busy: boolean }) {
  return (
    <>
      <span className={css['label']}>
        {icon !== undefined && <Icon of={icon} size={18} />}
        {children}
      </span>
      {busy && <Icon of={loaderCircle} size={18} spin className={css['spinner']} />}
    </>
  );
}

interface IconButtonProps {
  readonly icon: string;
  /** The accessible name, because the icon has no text. */
  readonly label: string;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly pressed?: boolean;
  /** Keeps the focus (and the caret) in the button's field. */
  readonly keepsFocus?: boolean;
  readonly iconSize?: number;
  /** Out of the tab order: the keyboard has another way. */
  readonly hasKey?: boolean;
  readonly className?: string | undefined;
}

/** A button that is only an icon: 40 px, or 32 px inside a field, with a touch target of 44 px. */
export function IconButton({
  icon,
  label,
  onClick,
  pressed,
  keepsFocus = false,
  iconSize = 20,
  hasKey = false,
  className,
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes(css['icon'], className)}
      aria-label={label}
      aria-pressed={pressed}
      tabIndex={hasKey ? -1 : undefined}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      onClick={onClick}
    >
      <Icon of={icon} size={iconSize} />
    </button>
  );
}
