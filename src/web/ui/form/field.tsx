import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { classes } from '#web/ui/classes.ts';
import { Hidden } from '#web/ui/feedback/hidden.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleExclamationPoint } from '#web/ui/marks/icons.ts';
import css from './field.module.css';

/** The texts of a field. */
export interface FieldTexts {
  readonly label: ReactNode;
  /** Shows "optional" after the label; required fields are not marked. */
  readonly optional?: ReactNode;
  /** A hint that is shown while the field has the focus. */
  readonly tip?: ReactNode;
  /** Keeps the tip visible without the focus. */
  readonly tipStays?: boolean;
  /** A link at the end of the line below the control. */
  readonly aside?: ReactNode;
}

interface FieldProps extends FieldTexts {
  readonly id: string;
  readonly lineId: string;
  readonly error: string | undefined;
  readonly checking?: boolean;
  /** Several controls under one label: a `<fieldset>` with a `<legend>`. */
  readonly group?: boolean;
  readonly children: ReactNode;
}

/**
 * The structure of a field: label, control, and one line with exactly one of: error, checking, tip. The line takes no
 * space while it is empty. A tip reserves its own, so that a focused field moves nothing.
 */
export function Field({
  id,
  lineId,
  label,
  optional,
  tip,
  tipStays = false,
  aside,
  error,
  checking = false,
  group = false,
  children,
}: FieldProps) {
  const Box = group ? 'fieldset' : 'div';
  const Label = group ? 'legend' : 'label';
  return (
    <Box className={css['field']} aria-describedby={group ? lineId : undefined}>
      <Label className={css['label']} htmlFor={group ? undefined : id}>
        {label}
        {optional !== undefined && <span className={css['optional']}> {optional}</span>}
      </Label>
      {children}
      <div className={css['line']}>
        <Line id={lineId} error={error} checking={checking} tip={tip} tipStays={tipStays} />
        {aside !== undefined && <span className={css['aside']}>{aside}</span>}
      </div>
    </Box>
  );
}

interface LineProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly checking?: boolean;
  readonly tip?: ReactNode;
  readonly tipStays?: boolean;
}

/** The one line below a control. */
export function Line({ id, error, checking = false, tip, tipStays = false }: LineProps) {
  const t = useT();
  return (
    <div id={id} className={css['message']}>
      {error !== undefined ? (
        <span className={css['error']}>
          <Icon of={circleExclamationPoint} size={14} />
          <span>{error}</span>
        </span>
      ) : checking ? (
        // The control has a spinner: a line only for this word would come and go while the person types.
        tip === undefined ? (
          <Hidden>{t('v.checking')}</Hidden>
        ) : (
          <span className={css['checking']}>{t('v.checking')}</span>
        )
      ) : (
        tip !== undefined && <div className={classes(css['tip'], tipStays && css['stays'])}>{tip}</div>
      )}
    </div>
  );
}
