import { day } from '#server/platform/clock.ts';
import { freshEmail, signUp, type Person } from './people.ts';
import { accountIdOf, addEmail } from './proving.ts';
import type { TestApp } from './test-app.ts';

export interface OldOwner extends Person {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
}

/** A person with a phone, an email, a password and a browser, all of them sixty days old. */
export async function signUpLongAgo(app: TestApp): Promise<OldOwner> {
  const person = await signUp(app);
  const id = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, id, email);
  app.clock.advance(60 * day);
  return { ...person, id, phone: person.contact, email };
}
