import type { InEveryLanguage, Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import type { MailText } from '#messages/mail-texts.ts';

/** The title of a mail of this kind in a language; an SMS is called like the mail of its kind. */
export function titleOfMessage(kind: string, { brand, lang }: { readonly brand: InEveryLanguage; readonly lang: Language }): string {
  const { code, changes, accountCreated, apps, listed } = catalogues[lang].mail;
  const titleIn = (texts: Readonly<Record<string, Pick<MailText, 'title'>>>) => rowOf(texts, kind)?.title;
  const title =
    (rowOf(apps, kind) && listed.app) ??
    rowOf<string>(listed.titles, kind) ??
    titleIn(code) ??
    titleIn(changes) ??
    (kind === 'welcome' ? accountCreated.title : listed.other);
  return fill(title, { brand: brand[lang] });
}

function rowOf<Row>(rows: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}
