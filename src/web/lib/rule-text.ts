import { ruleMessageKey } from '#messages/rule-keys.ts';
import { translate } from './i18n.tsx';

/** What a failed rule says about its field; undefined where the page has no text for it. */
export function ruleText(field: string, rule: string): string | undefined {
  const key = ruleMessageKey(field, rule);
  if (key === undefined) return undefined;
  const text = translate(key);
  return text === key ? undefined : text;
}
