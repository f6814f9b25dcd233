import { createContext, Fragment, useContext, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { HoldsLayout } from '#web/lib/page/layout.ts';
import { Announcer } from './announce.tsx';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { x } from '#web/ui/marks/icons.ts';
import { isOfInputMethod } from '#web/ui/input-method.ts';
import { isFocusLost } from './lost-focus.ts';
import { dismissToast } from './toast.tsx';
import css from './dialog.module.css';

/** Whether a dialog is open, and the way out of it. */
export interface Opened {
  readonly open: boolean;
  /** Called by ✕, Escape, the phone's back gesture and a press outside. */
  readonly onClose: () => void;
}

interface DialogShellProps extends Opened {
  /** 440 px (forms, confirmations), 560 (lists), or as wide as agreement texts may be. */
  readonly size?: 's' | 'm' | 'default';
  /**
   * `alert` for an irreversible decision: it is announced as an alert, a press outside does not close it, and its first
   * action, which is the safe one, gets the focus.
   */
  readonly kind?: 'dialog' | 'alert';
  /** A request is pending: the dialog cannot be closed. */
  readonly busy?: boolean;
  /** Gets the focus; by default the first field, or in an alert the first action. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** One {@link DialogContent} at a time. */
  readonly children: ReactNode;
}

interface DialogContentProps {
  /** For content that moves the focus to its title. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly title: ReactNode;
  /** The explanation under the title. */
  readonly lead?: ReactNode;
  /** Buttons, the safe one first. */
  readonly actions?: ReactNode;
  /**
   * The content is a text longer than the dialog, without a focusable element: the body itself gets the focus, so that
   * keys scroll it.
   */
  readonly isText?: boolean | undefined;
  readonly children?: ReactNode;
}

type DialogProps = Omit<DialogShellProps, 'children'> & Omit<DialogContentProps, 'heading'>;

interface Inside {
  readonly id: string;
  readonly close: () => void;
}

const InsideContext = createContext<Inside>({ id: '', close: () => undefined });

/** Only the dialog on top is visible: a question over a form replaces it, and the page is dimmed once. */
function showOnTop(element: HTMLDialogElement, id: string): void {
  for (const below of document.querySelectorAll<HTMLElement>('dialog[open]:not([data-covered-by])')) below.dataset['coveredBy'] = id;
  element.showModal();
  document.documentElement.dataset['modal'] = '';
  dismissToast();
}

/** The dialog below is visible before this one closes, because only a visible one gets the focus back. */
function closeDialog(element: HTMLDialogElement, id: string): void {
  const { coveredBy } = element.dataset;
  for (const below of document.querySelectorAll<HTMLElement>('dialog[data-covered-by]')) {
    if (below.dataset['coveredBy'] !== id) continue;
    if (coveredBy === undefined) delete below.dataset['coveredBy'];
    else below.dataset['coveredBy'] = coveredBy;
  }
  delete element.dataset['coveredBy'];
  element.close();
  if (document.querySelector('dialog[open]') === null) delete document.documentElement.dataset['modal'];
}

const controls = ['input:not(:disabled)', 'select:not(:disabled)', 'textarea:not(:disabled)', 'button:not(:disabled)', 'a[href]'];

/** The part of each kind whose first control gets the focus when a dialog opens. */
const focused = { dialog: '', alert: `.${css['actions']} ` } as const;

/** The first control of a kind of dialog. */
function firstControl(dialog: HTMLElement, kind: keyof typeof focused): HTMLElement | null {
  return dialog.querySelector<HTMLElement>(controls.map((control) => focused[kind] + control).join());
}

/**
 * A modal dialog (native: the focus stays inside and returns to the opener). On small screens forms and confirmations
 * are sheets at the bottom, and the default size is 20rem wide. Each opening starts with fresh content.
 */
export function Dialog({ title, lead, actions, isText, children, ...shell }: DialogProps) {
  return (
    <DialogShell {...shell}>
      <DialogContent title={title} lead={lead} actions={actions} isText={isText}>
        {children}
      </DialogContent>
    </DialogShell>
  );
}

/** Only the dialog, for content that changes while it is open. */
export function DialogShell({ open, onClose, size = 's', kind = 'dialog', busy = false, initialFocus, children }: DialogShellProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useRef(false);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings((count) => count + 1);
  }

  // A layout effect: it closes a dialog before its removal from the page, and only a closed dialog returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return undefined;
    typed.current = false;
    const isOpenedByUrl = document.activeElement === document.body;
    showOnTop(element, id);
    // Otherwise the browser would focus the title, which is focusable for steps that follow another.
    (initialFocus?.current ?? firstControl(element, kind) ?? firstControl(element, 'dialog'))?.focus();
    return () => {
      closeDialog(element, id);
      // There is no opener that gets the focus back.
      if (isOpenedByUrl && isFocusLost()) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    };
  }, [open, initialFocus, id, kind]);

  const close = () => {
    if (!busy) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, and a press on the backdrop, which is not an element
    <dialog
      ref={dialog}
      className={classes(css['dialog'], css[size])}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      aria-busy={busy || undefined}
      onInput={() => {
        typed.current = true;
      }}
      onKeyDown={(event) => {
        // Prevented here, because browsers let a second Escape through even if `cancel` prevents it.
        if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event)) return;
        event.preventDefault();
        event.stopPropagation();
        if (typed.current && !busy && hasText(event.target)) setAsksToDiscard(true);
        else close();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && kind === 'dialog' && !typed.current) close();
      }}
    >
      {openings > 0 && (
        <Fragment key={openings}>
          <HoldsLayout value={open}>
            <InsideContext value={{ id, close }}>{children}</InsideContext>
          </HoldsLayout>
          {open && <Announcer />}
        </Fragment>
      )}
      {asksToDiscard && (
        <DiscardQuestion
          onStay={() => setAsksToDiscard(false)}
          onDiscard={() => {
            setAsksToDiscard(false);
            close();
          }}
        />
      )}
    </dialog>
  );
}

/** Whether Escape would erase a text: it was pressed in a field that has one. */
function hasText(target: EventTarget): boolean {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.value !== '';
}

/** Asks before Escape closes a dialog with a typed text. */
function DiscardQuestion({ onStay, onDiscard }: { readonly onStay: () => void; readonly onDiscard: () => void }) {
  const t = useT();
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onStay}
      initialFocus={stay}
      title={t('sys.discard')}
      actions={
        <>
          <Button onClick={onDiscard}>{t('sys.discardBtn')}</Button>
          <Button ref={stay} variant="primary" onClick={onStay}>
            {t('sys.stay')}
          </Button>
        </>
      }
    />
  );
}

/** Title, text and buttons of a dialog. */
export function DialogContent({ heading, title, lead, actions, isText = false, children }: DialogContentProps) {
  const t = useT();
  const { id, close } = useContext(InsideContext);
  return (
    <div className={css['box']}>
      <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {lead !== undefined && (
        <p id={`${id}-lead`} className={css['lead']}>
          {lead}
        </p>
      )}
      {children !== undefined && (
        <div className={css['body']} {...(isText && { role: 'region', tabIndex: 0, 'aria-labelledby': `${id}-title` })}>
          {children}
        </div>
      )}
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      <IconButton icon={x} label={t('sys.close')} onClick={close} className={css['close']} />
    </div>
  );
}
