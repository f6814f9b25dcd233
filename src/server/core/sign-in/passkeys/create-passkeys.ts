import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { createAssertions } from './assertions.ts';
import { descriptorsOf, namesOf } from './passkey-parts.ts';
import type { Passkeys, PasskeysParts } from './passkeys.ts';
import { createPasskeyRows } from './passkeys.repository.ts';
import { createRegistrations } from './registrations.ts';
import { createVerification } from './verification.ts';

export function createPasskeys(store: Store, { relyingParty, tellSuspect }: PasskeysParts): Passkeys {
  const rows = createPasskeyRows(store.db);
  const verification = relyingParty && createVerification(relyingParty);
  const on = () => {
    if (relyingParty === undefined || verification === undefined) throw new Refusal('notFound', { reason: 'passkeys are off' });
    return { ...relyingParty, verification };
  };
  const parts = { store, rows, on };
  return {
    isOn: relyingParty !== undefined,
    ...createAssertions(parts, tellSuspect),
    ...createRegistrations(parts),
    of: ({ id }) => rows.ofAccount(id),
    rename: (passkey) => rows.rename(passkey),
    async signalsOf(account) {
      const credentialIds = (await descriptorsOf(parts, account.id)).map(({ id }) => id);
      return { userHandle: (await rows.handleOf(account.id)) ?? '', credentialIds, rpId: on().rpId, ...namesOf(account) };
    },
    countOfOthers: () => rows.countOfOthers(relyingParty?.rpId ?? ''),
    warmUp: async () => verification?.warmUp(),
  };
}
