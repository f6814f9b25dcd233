import type { useT } from '#web/lib/texts/i18n.tsx';

/** Text about the new owner of an app that changed hands after the person allowed it. */
export function movedText(t: ReturnType<typeof useT>, { domain }: { readonly domain: string }): string {
  return domain === '' ? t('ap.movedUnknown') : t('ap.moved', { publisher: domain });
}
