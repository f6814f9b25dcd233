import type { Account } from '#server/core/account/accounts/account.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { day } from '#server/platform/clock.ts';
import { assess, type Risk } from './assess.ts';
import { createKnownNetworks, type KnownNetworks } from './known-networks.repository.ts';

/** A proven sign-in, before anything is written. */
export interface AssessedSignIn {
  readonly account: Account;
  /** The first way that was shown. */
  readonly by: WayId | undefined;
  readonly visit: Pick<Visit, 'browser' | 'clientIp' | 'country'>;
  readonly wrongPasswords: number;
}

/** How unusual sign-ins are. */
export interface Risks extends Pick<KnownNetworks, 'note'> {
  /** Whether the account has signed in in this browser. */
  knowsBrowser(accountId: string, browser: string): Promise<boolean>;
  /** Two indexed reads. */
  of(signIn: AssessedSignIn): Promise<Risk>;
}

export const calm: Risk = { level: 'calm', because: [] };

export function createRisks({ db, clock, keyring }: Store): Risks {
  const networks = createKnownNetworks({ db, keyring });
  const knownBrowser = db.prepare<{ account: string; browser: string }, { readonly browser: string }>((q, param) =>
    q
      .selectFrom('known_browsers')
      .select('browser')
      .where('account_id', '=', param('account'))
      .where('browser', '=', param('browser'))
      .where('ended_at', 'is', null),
  );

  const knowsBrowser = async (account: string, browser: string) => (await knownBrowser({ account, browser })).length > 0;

  return {
    knowsBrowser,
    note: async (use) => networks.note(use),
    async of({ account, by, visit: { browser, clientIp, country }, wrongPasswords }) {
      const at = clock.now();
      // A person who has just made the account signs in on every device and in every network of the first day.
      const isFirstDay = at < account.createdAt + day;
      const seen = isFirstDay ? [] : await networks.of(account.id, at);
      return assess(
        { at, network: networks.namesOf(clientIp), country },
        {
          networks: seen,
          knowsBrowser: isFirstDay || (browser !== undefined && (await knowsBrowser(account.id, browser))),
          wrongPasswords,
          wayAddedAt: by === undefined ? undefined : addedAt(account, by),
          recoveredAt: account.recovery?.at,
        },
      );
    },
  };
}

/** In a new account all ways are new. */
function addedAt({ createdAt, passwordChangedAt, phoneAddedAt, emailAddedAt, passkeys }: Account, by: WayId): number | undefined {
  const [kind, id] = [by.slice(0, by.indexOf(':')), by.slice(by.indexOf(':') + 1)];
  const passkey = passkeys.find((each) => each.id === id)?.addedAt;
  const moments: Readonly<Record<string, number | null | undefined>> = {
    password: passwordChangedAt,
    phone: phoneAddedAt,
    email: emailAddedAt,
    passkey,
  };
  const at = moments[kind] ?? undefined;
  return at !== undefined && at > createdAt + day ? at : undefined;
}
