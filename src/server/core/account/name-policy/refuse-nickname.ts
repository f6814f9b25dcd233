import { Refusal } from '#server/platform/refusal.ts';
import type { NamePolicy } from './name-policy.ts';

/** @throws {Refusal} sensitiveWords for a nickname with a sensitive word, or one that imitates the operator */
export function refuseNickname(words: NamePolicy, nickname: string): void {
  if (words.isReserved(nickname) || words.isSensitive(nickname)) {
    throw new Refusal('sensitiveWords', { fields: { nickname: 'sensitive' } });
  }
}
