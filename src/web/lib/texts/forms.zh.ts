import { rules } from '#messages/zh/rules.ts';
import { recover } from '#messages/zh/screens/recover.ts';
import { register } from '#messages/zh/screens/register.ts';
import { results } from '#messages/zh/screens/results.ts';
import { signIn } from '#messages/zh/screens/sign-in.ts';

/** What forms and what follows them say. */
export const texts = { ...rules, ...signIn, ...register, ...recover, ...results };
