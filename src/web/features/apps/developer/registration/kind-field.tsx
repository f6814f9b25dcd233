import type { ReactNode } from 'react';
import { appKinds } from '#contract/apps/developer/developer.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Field } from '#web/ui/form/field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useField, type NameOf } from '#web/ui/form/use-field.ts';
import { Tile } from '#web/ui/layout/rows.tsx';
import { kindIcons } from '../app-words.ts';
import css from './kind-field.module.css';

interface KindFieldProps<V> {
  readonly form: AppForm<V>;
  readonly name: NameOf<V, string>;
}

/** Four cards: the kinds of apps, and what keeps a secret. */
export function KindField<V>({ form, name }: KindFieldProps<V>): ReactNode {
  const t = useT();
  const field = useField<V, string>(form, name);
  return (
    <Field group id={field.id} lineId={field.lineId} label={t('dc.f.kind')} error={field.error}>
      <div className={css['cards']}>
        {appKinds.map((kind) => (
          <label key={kind} className={css['card']}>
            <Tile icon={kindIcons[kind]} tone={field.value === kind ? 'accent' : 'neutral'} />
            <span className={css['text']}>
              <b>{t(`dc.t.${kind}`)}</b>
              <span>{t(`dc.t.${kind}.note`)}</span>
            </span>
            <input type="radio" name={name} value={kind} checked={field.value === kind} onChange={() => field.set(kind)} />
          </label>
        ))}
      </div>
    </Field>
  );
}
