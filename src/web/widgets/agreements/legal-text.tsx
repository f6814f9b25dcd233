import type { ReactNode } from 'react';
import { languageFacts } from '#contract/vocabulary/languages.ts';
import type { referenceEndpoints } from '#contract/endpoints/reference.ts';
import type { CallData } from '#web/lib/call-types.ts';
import { useT } from '#web/lib/i18n.tsx';
import { htmlLang } from '#web/lib/language.ts';
import css from './legal-text.module.css';

/** An agreement, in one version and one language. */
export type Agreement = CallData<typeof referenceEndpoints.agreement>;

/** The version and the text, in the text's own language. */
export function LegalText({ agreement }: { readonly agreement: Agreement }): ReactNode {
  const t = useT();
  const { version, effectiveAt, language, html } = agreement;
  return (
    <>
      <p className={css['version']}>{t('agreement.version', { version, date: dateIn(effectiveAt, language) })}</p>
      {/* The text comes from our own server and is built from our own sources. */}
      <div className={css['text']} lang={htmlLang(language)} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

/** 2 Nov 2025 in English, 2025年11月2日 in Chinese. */
function dateIn(day: string, language: Agreement['language']): string {
  const date = new Date(`${day}T00:00:00Z`);
  const { locale, dateStyle } = languageFacts[language].dates;
  return new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date);
}
