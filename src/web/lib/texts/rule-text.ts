import { ruleMessageKey, ruleMessageValues } from '#messages/rule-keys.ts';
import { hasText, translate } from './i18n.tsx';

/** The text of a failed rule for its field; undefined if the page does not have it. */
export function ruleText(field: string, rule: string, t = translate): string | undefined {
  const key = ruleMessageKey(field, rule, hasText);
  return hasText(key) ? t(key, ruleMessageValues(field)) : undefined;
}
