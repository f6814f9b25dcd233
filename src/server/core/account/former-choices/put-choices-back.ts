import type { PutBack } from '#contract/protection/freeze/incidents.words.ts';
import { putColumnsBack } from '#server/core/account/accounts/accounts.guarded.ts';
import { identifierRows, writeIdentifierRow } from '#server/core/account/accounts/identifiers.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { wakeName } from '#server/core/account/identifiers/resting-names.repository.ts';
import type { Store } from '#server/core/store.ts';
import { chosenNames, dropStood, findStood } from './former-choices.repository.ts';

/**
 * Puts names, region, answers about age, and the counts and dates of all of them back as they stood at a moment, in the
 * transaction of a freeze. A name that another account has by now stays as it is, but may be chosen again. Returns what has
 * changed by it.
 */
export async function putChoicesBack(
  { store, identity: { accounts } }: { readonly store: Store; readonly identity: Pick<Identity, 'accounts'> },
  of: { readonly accountId: string; readonly since: number },
): Promise<readonly PutBack[]> {
  const { accountId } = of;
  const stood = await findStood(store.db, of);
  if (stood === undefined) return [];
  const { region, birthday, age_band } = stood.columns;
  const before = await putColumnsBack(store.db, accountId, stood.columns);
  const back: PutBack[] = [];
  if (before.region !== region) back.push('region');
  if (before.birthday !== birthday || before.age_band !== age_band) back.push('age');
  const present = await identifierRows(store.db, accountId);
  for (const kind of chosenNames) {
    const name = stood.names.find((each) => each.kind === kind);
    const row = name && { ...name, account_id: accountId };
    const isSame = present.some((each) => each.kind === kind && each.value === row?.value);
    if (kind === 'username' && row !== undefined) await wakeName(store, { kind, value: row.value });
    if (!isSame && row !== undefined && (await accounts.exists(kind, row.value))) continue;
    await writeIdentifierRow(store, accountId, { kind, row });
    if (!isSame) back.push(kind);
  }
  await dropStood(store.db, of);
  return back;
}
