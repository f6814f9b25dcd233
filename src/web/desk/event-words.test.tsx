import { expect, it } from 'vitest';
import { languages } from '#contract/vocabulary/languages.ts';
import { activity } from '#messages/en/screens/protection/activity.ts';
import { eventText } from './person/person-words.ts';
import { loadDeskTexts } from './texts.ts';

/** All that can have happened in an account. */
const events = Object.keys(activity).flatMap((key) => (key.startsWith('ac.e.') ? [key.slice('ac.e.'.length)] : []));

it.each(languages)('tells staff what happened in words that are not to the owner: %s', async (language) => {
  await loadDeskTexts(language);
  const told = events.map((event) => eventText(event, { count: 2, app: 'Meridian', platform: 'QQ' }));
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((text) => /\byou(?:r|rs|’re|’ve)?\b|it’s you|[您你]/i.test(text) || text.startsWith('ac.'))).toEqual([]);
});
