import type { AddressRuleName } from '#contract/rules/redirect.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';

/** The texts of the rules of an address. */
export const addressWords: Readonly<Record<AddressRuleName, MessageKey>> = {
  required: 'dc.f.needAddress',
  addressSpace: 'dc.r.space',
  addressMax: 'dc.r.long',
  addressFragment: 'dc.r.frag',
  addressWildcard: 'dc.r.wild',
  addressUser: 'dc.r.user',
  addressDots: 'dc.r.dots',
  addressScheme: 'dc.r.scheme',
  addressHttps: 'dc.r.https',
  addressComplete: 'dc.r.complete',
  addressOwn: 'dc.r.ours',
  addressTwice: 'dc.r.twice',
};
