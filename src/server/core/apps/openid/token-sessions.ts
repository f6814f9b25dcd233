import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { second } from '#server/platform/clock.ts';
import type { TokenPort } from '#server/platform/http/sessions/session-port.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Apps } from './apps.ts';
import { isDesktop } from '#server/core/apps/clients/client.ts';
import { proofAlgorithms, tokenUseOf, type ReadToken } from './token-use.ts';

interface TokenSessionsDeps {
  readonly publicUrl: string;
  readonly identity: Pick<Identity, 'accounts'>;
  readonly apps: Pick<Apps, 'clients'>;
  readonly readToken: ReadToken;
}

/**
 * Sessions of desktops. Whether a token holds is read at each call: it is alive, for no other audience, with the scope,
 * of a program of the system, of a device, and its key has signed this very request.
 */
export function createTokenSessions({ publicUrl, identity, apps, readToken }: TokenSessionsDeps): TokenPort<Session> {
  return {
    async find(call, { method, path, scope }) {
      const refuse = (error: string, name: 'unauthorized' | 'forbidden', reason: string): never => {
        call.header('www-authenticate', `DPoP ${error}algs="${proofAlgorithms}"`);
        throw new Refusal(name, { reason });
      };
      const use = tokenUseOf(call, { method, url: `${publicUrl}/api${path}` });
      // RFC 6750 section 3: no error code for a request without a token.
      if (use === undefined) return refuse('', 'unauthorized', 'no access token');
      const owner = await readToken(use);
      if (typeof owner === 'string') return refuse(`error="${owner}", `, 'unauthorized', owner);
      const { accountId, clientId, deviceId, acr, authTime, scopes } = owner;
      const client = await apps.clients.find(clientId);
      // A token that is bound to no key never comes so far: it is no bearer token of these calls.
      const isAllowed = scopes.has(scope) && use.scheme === 'DPoP' && client !== undefined && isDesktop(client);
      if (!isAllowed || deviceId === null)
        return refuse(`error="insufficient_scope", scope="${scope}", `, 'forbidden', 'the token or its program may not call this');
      const account = await identity.accounts.findLive(accountId);
      if (account?.state !== 'active') return refuse('error="invalid_token", ', 'unauthorized', 'the account is not active');
      return {
        sessionId: `desktop:${deviceId}`,
        accountId,
        language: account.language,
        verifiedUntil: null,
        startedAt: authTime * second,
        assurance: { authAt: authTime * second, acr, amr: [], ways: [] },
        account,
        desktop: { deviceId, clientId },
      };
    },
  };
}
