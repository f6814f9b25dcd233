import type { InEveryLanguage, Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';

/** The subject of a mail of this kind in a language; an SMS is called like the mail of its kind. */
export function titleOfMessage(kind: string, { brand, lang }: { readonly brand: InEveryLanguage; readonly lang: Language }): string {
  const { code, changes, accountCreated, apps, listed } = catalogues[lang].mail;
  if (Object.hasOwn(apps, kind)) return listed.app;
  const subject = textOf(code, kind) ?? textOf(changes, kind) ?? (kind === 'welcome' ? accountCreated.subject : listed.other);
  return fill(subject, { brand: brand[lang], target: listed.platform });
}

function textOf(texts: Readonly<Record<string, { readonly subject: string }>>, kind: string): string | undefined {
  return Object.hasOwn(texts, kind) ? texts[kind]?.subject : undefined;
}
