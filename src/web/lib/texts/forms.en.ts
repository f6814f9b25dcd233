import { rules } from '#messages/en/rules.ts';
import { recover } from '#messages/en/screens/recover.ts';
import { register } from '#messages/en/screens/register.ts';
import { results } from '#messages/en/screens/results.ts';
import { signIn } from '#messages/en/screens/sign-in.ts';

/** What forms and what follows them say. */
export const texts = { ...rules, ...signIn, ...register, ...recover, ...results };
