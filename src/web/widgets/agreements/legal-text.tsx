import type { ReactNode } from 'react';
import type { referenceEndpoints } from '#contract/account/reference/reference.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { htmlLang } from '#web/lib/texts/language.ts';
import { calendarDayText } from '#web/lib/texts/time-text.ts';
import css from './legal-text.module.css';

/** An agreement, in one version and one language. */
export type Agreement = CallData<typeof referenceEndpoints.agreement>;

/** The version and the text, in the text's own language. */
export function LegalText({ agreement }: { readonly agreement: Agreement }): ReactNode {
  const t = useT();
  const { version, effectiveAt, language, html } = agreement;
  return (
    <>
      <p className={css['version']}>{t('agreement.version', { version, date: calendarDayText(effectiveAt, language) })}</p>
      {/* The text comes from our own server and is built from our own sources. */}
      <div className={css['text']} lang={htmlLang(language)} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
