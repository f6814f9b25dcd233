import { loadTexts } from '#web/lib/load-texts.ts';

/** The banner with its texts. A file of its own: the first load names this file, and not all that the banner needs. */
export async function loadClaimBanner() {
  const [{ ClaimBanner }] = await Promise.all([import('./claim-banner.tsx'), loadTexts(['claim-banner'])]);
  return ClaimBanner;
}
