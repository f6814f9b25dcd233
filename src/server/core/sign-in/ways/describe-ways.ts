import type { Language } from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import { fill } from '#messages/fill.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { nameWay } from './name-way.ts';
import type { WayId } from './way.ts';

/** Ways in words, for a message. */
export function describeWays(ids: readonly WayId[], account: Pick<Account, 'phone' | 'emailShown'>, language: Language): string {
  const texts = catalogues[language].ways;
  return ids
    .map((id) => {
      const { family, label } = nameWay(id, account);
      return fill(texts[family], { target: label }).trim();
    })
    .join(catalogues[language].wayJoin);
}
