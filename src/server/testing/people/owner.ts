import { day } from '#server/platform/clock.ts';
import { freshEmail, signUp, type Person } from './people.ts';
import { accountIdOf, addEmail } from './proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** A person with a phone, an email and a password. */
export interface Owner extends Person {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
}

export async function signUpOwner(app: TestApp): Promise<Owner> {
  const person = await signUp(app);
  const id = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, id, email);
  return { ...person, id, phone: person.contact, email };
}

/** An owner whose contacts, password and browser are sixty days old. */
export async function signUpLongAgo(app: TestApp): Promise<Owner> {
  const owner = await signUpOwner(app);
  app.clock.advance(60 * day);
  return owner;
}
