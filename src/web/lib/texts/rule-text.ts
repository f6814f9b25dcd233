import { ruleMessageKey, ruleMessageValues } from '#messages/rule-keys.ts';
import { translate } from './i18n.tsx';

/** The text of a failed rule for its field; undefined if the page does not have it. */
export function ruleText(field: string, rule: string): string | undefined {
  const key = ruleMessageKey(field, rule);
  if (key === undefined) return undefined;
  const text = translate(key, ruleMessageValues(field));
  return text === key ? undefined : text;
}
