import type { Translate } from '#web/lib/texts/i18n.tsx';

/** Why a receiver did not take an event. */
export function causeOf(failure: string, t: Translate): string {
  const code = /^status (\d{3})$/.exec(failure)?.[1];
  if (code !== undefined) return t('dc.sg.status', { n: code });
  return t(failure === 'not public' ? 'dc.sg.private' : 'dc.sg.silent');
}
