import { Refusal } from '#server/platform/refusal.ts';
import type { NameWords } from './name-words.ts';

/** @throws {Refusal} sensitiveWords for a nickname that holds a sensitive word or would be taken for the operator's */
export function refuseNickname(words: NameWords, nickname: string): void {
  if (words.isReserved(nickname) || words.isSensitive(nickname)) {
    throw new Refusal('sensitiveWords', { fields: { nickname: 'sensitive' } });
  }
}
