import { shownMask } from '#contract/masks.ts';
import { nameInMessage } from '#contract/rules/clean-text.ts';
import type { InEveryLanguage, Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill, type Filling } from '#messages/fill.ts';
import { strangersTexts, type AnswerText, type ChangeAnswer, type MailText } from '#messages/mail-texts.ts';
import { supportLink, type MailLink } from '#server/core/sign-in/links/mail-link.ts';
import type { MailAction, MailContent } from '#server/platform/sending/mail/mail.ts';

/** Whose page takes the answer. */
const asking: readonly ChangeAnswer[] = ['freeze', 'asked', 'stop'];
/** Whose button is against somebody. */
const warning: readonly ChangeAnswer[] = [...asking, 'freezePage'];

interface MailPartsOptions {
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly brand: { readonly id: InEveryLanguage };
}

/** The parts of mails. */
export function createMailParts({ publicUrl, supportEmail, brand }: MailPartsOptions) {
  const addressOf = (path: string) => new URL(path, publicUrl).href;

  /** A mail without its button; a title names nothing that a stranger chose. */
  function mailContent({ title, heading = title, paragraphs }: Omit<MailText, 'link'>, language: Language, values: Filling): MailContent {
    const all = { brand: brand.id[language], supportEmail, ...asShown(values) };
    const ours = Object.fromEntries(Object.entries(all).filter(([name]) => !isStrangers(name)));
    return {
      brand: brand.id[language],
      subject: fill(title, ours),
      heading: fill(heading, all),
      paragraphs: paragraphs.map((paragraph) => fill(paragraph, all)),
      footer: catalogues[language].mail.neverAsked,
    };
  }

  function withLink(content: MailContent, text: MailText, link: MailLink | undefined): MailContent {
    if (link === undefined || text.link === undefined) return content;
    const { paragraph = '', label } = text.link;
    return { ...content, action: { sentence: fill(paragraph, { hours: link.hours }), label, href: addressOf(link.path) } };
  }

  /** The answers to a notice; each leads to its question on the page. */
  function actionOf(name: ChangeAnswer, { ask = '', calm, label, note }: AnswerText, link: MailLink): MailAction {
    const chosen = (mark: string) => addressOf(asking.includes(name) ? link.path.replace('#', `#${mark}.`) : link.path);
    return {
      sentence: ask,
      label,
      href: chosen('w'),
      ...(calm === undefined ? {} : { calm: { label: calm, href: chosen('m') } }),
      warns: warning.includes(name),
      ...(note === undefined ? {} : { note: fill(note, { hours: link.hours }) }),
    };
  }

  /** The line below the answers: a receipt to keep, or whom to ask. */
  function lineOf(
    language: Language,
    { values, link }: { readonly values?: Filling | undefined; readonly link: MailLink },
  ): Pick<MailContent, 'line'> {
    const { support, receipt } = catalogues[language].mail;
    const of = (text: typeof support, href: string) => ({
      before: text.before,
      label: fill(text.label, { supportEmail }),
      href,
      after: text.after,
    });
    if (link === supportLink) return { line: of(support, `mailto:${supportEmail}`) };
    const kept = values?.['receipt'];
    return kept === undefined || kept === '' ? {} : { line: of(receipt, String(kept)) };
  }

  return { mailContent, withLink, actionOf, lineOf };
}

function isStrangers(name: string): boolean {
  return (strangersTexts as readonly string[]).includes(name);
}

/** Names that a stranger may have chosen, and masks, as a message shows them. */
export function asShown(values: Filling): Filling {
  const shown = (name: string, value: string | number): string | number => {
    if (isStrangers(name)) return nameInMessage(String(value));
    return name === 'target' ? shownMask(String(value)) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]));
}
