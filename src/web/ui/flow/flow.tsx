import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { useHeldLayout } from '#web/lib/page/layout.ts';
import { useRouteTitle } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DialogContent, DialogShell, type Opened } from '#web/ui/feedback/dialog.tsx';
import { FormButton, FormShell, type AppForm } from '#web/ui/form/form.tsx';
import css from './flow.module.css';

/** The container of a flow. */
interface Place {
  readonly kind: 'dialog' | 'page';
  /** Ends the flow. */
  readonly leave: () => void;
  /** Marks a pending request: the dialog cannot be closed. */
  readonly setBusy: (busy: boolean) => void;
  /** Whether the new step is the first one, which the container itself focuses. */
  readonly arrive: () => boolean;
}

const PlaceContext = createContext<Place>({ kind: 'page', leave: () => undefined, setBusy: () => undefined, arrive: () => true });

interface FlowDialogProps extends Opened {
  /** Replaces `onClose` for the ways out by accident: ✕, Escape, a press outside. */
  readonly onDismiss?: (() => void) | undefined;
  /** The flow: shows one {@link FlowStep} at a time, and restarts with each opening. */
  readonly children: ReactNode;
}

/** A flow in a dialog of 440 px, on narrow screens a sheet: [Cancel | Next]. */
export function FlowDialog({ open, onClose, onDismiss = onClose, children }: FlowDialogProps): ReactNode {
  const [busy, setBusy] = useState(false);
  return (
    <DialogShell open={open} onClose={onDismiss} busy={busy}>
      <FlowPlace kind="dialog" leave={onClose} setBusy={setBusy}>
        {children}
      </FlowPlace>
    </DialogShell>
  );
}

interface FlowPageProps {
  /** The action of a step's "Cancel"; pages also have Back in the app bar. */
  readonly onLeave: () => void;
  /** Inside a card, which already has padding. */
  readonly inCard?: boolean;
  /** Follows a form of the same page, whose focus went with it: the first step gets the focus too. */
  readonly follows?: boolean;
  readonly children: ReactNode;
}

/** A flow as the body of a page: heading, one line of context, fields, and the primary button in full width. */
export function FlowPage({ onLeave, inCard = false, follows = false, children }: FlowPageProps): ReactNode {
  return (
    <div className={inCard ? undefined : css['page']}>
      <FlowPlace kind="page" leave={onLeave} setBusy={ignore} before={follows ? 1 : 0}>
        {children}
      </FlowPlace>
    </div>
  );
}

function ignore(): void {
  // A page can be left during a request.
}

interface FlowPlaceProps {
  readonly kind: Place['kind'];
  readonly leave: () => void;
  readonly setBusy: (busy: boolean) => void;
  /** Steps that the person took before the flow began. */
  readonly before?: number;
  readonly children: ReactNode;
}

function FlowPlace({ kind, leave, setBusy, before = 0, children }: FlowPlaceProps): ReactNode {
  const steps = useRef(before);
  const [isUnderWay, setUnderWay] = useState(false);
  // The identity proof and the answers are lost with the flow.
  useHeldLayout(isUnderWay);
  const onLeave = useRef(leave);
  onLeave.current = leave;
  const place = useMemo(
    () => ({
      kind,
      leave: () => onLeave.current(),
      setBusy,
      arrive: () => {
        steps.current += 1;
        if (steps.current > 1) setUnderWay(true);
        return steps.current === 1;
      },
    }),
    [kind, setBusy],
  );
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export interface FlowStepProps<V> {
  readonly title: string;
  /** One line of context. */
  readonly lead?: ReactNode;
  /** The form that the primary button sends; absent in a step with a choice. */
  readonly form?: AppForm<V>;
  readonly submitLabel?: string;
  /** Goes to the previous step instead of leaving the flow. */
  readonly onCancel?: (() => void) | undefined;
  readonly cancelLabel?: string;
  /** Below the fields: links, alternatives. */
  readonly footer?: ReactElement | undefined;
  /** The last digit or a button in the body sends: the step has no buttons. */
  readonly sendsItself?: boolean;
  /** The flow's data is still loading. */
  readonly waiting?: boolean;
  readonly children?: ReactNode;
}

/**
 * One step of a flow, in a dialog or on a page. A step that follows another gets the focus: its first field, or its
 * heading if it has none. Steps are distinguished by their component or key.
 */
export function FlowStep<V>(props: FlowStepProps<V>): ReactNode {
  const place = useContext(PlaceContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { waiting = false } = props;
  const pending = props.form?.pending === true;

  useEffect(() => {
    place.setBusy(pending);
    return () => place.setBusy(false);
  }, [place, pending]);

  const arrive = useEffectEvent(() => {
    // On a page, a waiting state is not a step: the step after it is the first.
    if ((waiting && place.kind === 'page') || place.arrive()) return;
    // The heading of an irreversible step, so that no key sends it.
    const field = props.form?.isDanger === true ? null : body.current?.querySelector<HTMLElement>('input:not([hidden]), textarea, select');
    (field ?? heading.current)?.focus();
  });
  useEffect(() => arrive(), []);

  const { form, children } = props;
  const Layout = place.kind === 'dialog' ? DialogStep : PageStep;
  return (
    <Layout {...props} heading={heading} leave={props.onCancel ?? place.leave}>
      <div ref={body}>{form === undefined ? children : <Sent {...props} form={form} isPage={place.kind === 'page'} />}</div>
    </Layout>
  );
}

function Sent<V>({
  form,
  isPage,
  submitLabel,
  sendsItself = false,
  footer,
  children,
}: FlowStepProps<V> & { readonly form: AppForm<V>; readonly isPage: boolean }): ReactNode {
  const t = useT();
  const label = submitLabel ?? t('btn.next');
  return (
    <FormShell form={form} footer={isPage ? undefined : footer} {...(isPage && !sendsItself && { submitLabel: label })}>
      {children}
    </FormShell>
  );
}

interface LayoutProps<V> extends FlowStepProps<V> {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly leave: () => void;
}

function DialogStep<V>({
  heading,
  title,
  lead,
  form,
  submitLabel,
  cancelLabel,
  leave,
  sendsItself = false,
  footer,
  children,
}: LayoutProps<V>): ReactNode {
  const t = useT();
  const actions = sendsItself ? undefined : (
    <>
      <Button onClick={leave}>{cancelLabel ?? t('btn.cancel')}</Button>
      {form !== undefined && <FormButton form={form}>{submitLabel ?? t('btn.next')}</FormButton>}
    </>
  );
  return (
    <DialogContent heading={heading} title={title} lead={lead} actions={actions}>
      {children}
      {form === undefined && footer}
    </DialogContent>
  );
}

/** The frame may already show the page's name: a step with the same name then has no heading. */
function PageStep<V>({ heading, title, lead, onCancel, cancelLabel, leave, footer, children }: LayoutProps<V>): ReactNode {
  const t = useT();
  const page = useRouteTitle();
  const Heading = page.headed ? 'h2' : 'h1';
  return (
    <div>
      {!(page.headed && page.title === title) && (
        <Heading ref={heading} tabIndex={-1} className={css['title']}>
          {title}
        </Heading>
      )}
      {lead !== undefined && <p className={css['lead']}>{lead}</p>}
      {children}
      {onCancel !== undefined && (
        <Button block size="lg" className={css['cancel'] ?? ''} onClick={leave}>
          {cancelLabel ?? t('btn.cancel')}
        </Button>
      )}
      {footer !== undefined && <div className={css['footer']}>{footer}</div>}
    </div>
  );
}
