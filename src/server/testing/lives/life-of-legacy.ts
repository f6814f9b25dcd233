import {
  bind,
  importOld,
  legacyPassword,
  prepareMerge,
  proveContact,
  undoTokenOf,
  type OldAccount,
} from '#server/testing/people/legacy.ts';
import { askReset } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { ok, signIn, type Living } from './living.ts';

/**
 * A legacy account signs in and is merged; the merge is undone and repeated; another one, which waits, loses an email.
 */
export async function joinLegacy(app: TestApp, living: Living): Promise<void> {
  const old = await importOld(app);
  await app.newBrowser().post('/login/password', { account: old.phone, password: legacyPassword });
  await merge(app, living, old);
  const token = await undoTokenOf(app, living.phone);
  await ok(app.newBrowser().post('/register/undobinddeepin', { token }));
  // The contact that the merge brought is proven: it stays.
  Object.assign(living.known, { oldPhone: living.phone });
  living.phone = old.phone;
  // Void after the merge.
  await askReset(app, app.newBrowser(), living.phone);
  await merge(app, living, old);
  // Its session ended with the merge; the app cannot be notified.
  await app.wiring.openid.tellSessionEnds();
  Object.assign(living.known, { phone: old.phone, legacyEmail: old.email, legacyName: old.username });
  await signIn(app, living);
  const waiting = await importOld(app, { phone: old.phone });
  const { ticket, legacy } = await proveContact(app, living.browser, waiting.email);
  await ok(bind(living.browser, { step: 'release', legacyId: legacy[0]?.legacyId, tickets: [ticket] }));
}

async function merge(app: TestApp, { phone }: Living, old: OldAccount): Promise<void> {
  const visitor = app.newBrowser();
  const sides = await prepareMerge(app, visitor, { old, target: phone });
  const choices = { phone: 'legacy', username: 'target', nickname: 'legacy' };
  const own = { realName: 'target', company: 'target', gender: 'target', birthday: 'target' };
  await ok(bind(visitor, { step: 'merge', ...sides, choices: { ...choices, ...own } }));
}
