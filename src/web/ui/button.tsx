import type { MouseEvent, ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { loaderCircle } from './icons.ts';
import { anchor, type LinkTarget } from './link.tsx';
import css from './button.module.css';

interface ButtonLook {
  /** One `primary` per view; `danger` only in the last confirmation of an act that cannot be taken back. */
  readonly variant?: 'primary' | 'default' | 'text' | 'danger';
  /** 36, 40 or 48 px high. */
  readonly size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  readonly block?: boolean;
  /** A text button that is not the point of its row: grey instead of blue. */
  readonly quiet?: boolean;
  readonly icon?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

interface ButtonProps extends ButtonLook {
  readonly type?: 'button' | 'submit';
  /** What a form of the browser's sends when this button submits it. */
  readonly name?: string;
  readonly value?: string;
  /** The id of the form to submit, for a button outside of it. */
  readonly form?: string | undefined;
  /** Work is under way: the width stays, a spinner takes the label's place and presses do nothing. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Says more than the visible label, and contains it. */
  readonly label?: string;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. What leads to another address is a {@link ButtonLink}. */
export function Button({ type = 'button', name, value, form, busy = false, disabled, label, onClick, ref, ...look }: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      name={name}
      value={value}
      form={form}
      className={lookOf(look, busy)}
      disabled={disabled}
      // Not `disabled`: that would throw the focus away.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
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
  /** Says more than the visible label, and contains it. */
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

function lookOf({ variant = 'default', size = 'md', block, quiet, className }: ButtonLook, busy: boolean): string {
  return classes(css['button'], css[variant], css[size], block && css['block'], quiet && css['quiet'], busy && css['busy'], className);
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
  /** The accessible name: an icon alone says nothing. */
  readonly label: string;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly pressed?: boolean;
  /** Keeps the focus (and the caret) in the field that the button belongs to. */
  readonly keepsFocus?: boolean;
  readonly iconSize?: number;
  readonly className?: string | undefined;
}

/** A button that is only an icon: 40 px, or 32 px inside a field, with a touch target of 44 px. */
export function IconButton({ icon, label, onClick, pressed, keepsFocus = false, iconSize = 20, className }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes(css['icon'], className)}
      aria-label={label}
      aria-pressed={pressed}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      onClick={onClick}
    >
      <Icon of={icon} size={iconSize} />
    </button>
  );
}
