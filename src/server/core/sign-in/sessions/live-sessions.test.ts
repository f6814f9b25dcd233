import { onTestFinished, expect, it } from 'vitest';
import { addPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { signUp } from '#server/testing/people/people.ts';
import { noteStatements, planForAny } from '#server/testing/costs/query-plan.ts';
import { buildTestApp } from '#server/testing/server/test-app.ts';

it('finds the sessions beyond the limit among the live ones of the account, which the index has in their order', async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  const passkey = await addPasskey(await signUp(app));
  const statements = await noteStatements(async () => {
    expect(await signInByPasskey(app.newBrowser(), passkey)).toMatchObject({ code: 200 });
  });
  const surplus = statements.filter((text) => /^select "id" from "sessions" .*"created_at" desc/.test(text));
  expect(surplus).toHaveLength(1);
  const plan = await planForAny(app.db, surplus[0] ?? '');
  expect(plan).toContain('sessions_live');
  expect(plan).not.toMatch(/sort|temp b-tree/i);
});
