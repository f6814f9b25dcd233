import { isOwnContact } from '#server/core/sign-in/gate/own-contact.ts';
import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import { deletionSchemas } from '#contract/account/deletion/deletion.schemas.ts';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import type { Core } from '#server/core/core.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeDeletion } from './change-deletion.ts';
import { checkDeletion } from './check-deletion.ts';
import { requestDeletion } from './request-deletion.ts';
import { showReceipt } from './show-receipt.ts';
import { verifyDeletion } from './verify-deletion.ts';

/** The calls of deletion, for a signed-in person and for the account deletion page. */
export function deletionRoutes(deps: Core & { readonly modules: readonly ErasedModule[] }): BoundCalls {
  return implement(deletionEndpoints, deletionSchemas, {
    checkDeletion: (call) => checkDeletion(deps, sessionOf(call)),
    checkOwnPhone: (call) => isOwnContact(deps, { session: sessionOf(call), by: call }, { kind: 'phone', given: call.body.phone }),
    checkOwnEmail: (call) => isOwnContact(deps, { session: sessionOf(call), by: call }, { kind: 'email', given: call.body.email }),
    async verifyDeletionByPhone(call) {
      return { ticket: await verifyDeletion(deps, sessionOf(call), { method: 'phone', code: call.body.code, visit: call }) };
    },
    async verifyDeletionByEmail(call) {
      return { ticket: await verifyDeletion(deps, sessionOf(call), { method: 'email', code: call.body.code, visit: call }) };
    },
    async verifyDeletionByPasskey(call) {
      const { credential } = call.body;
      return { ticket: await verifyDeletion(deps, sessionOf(call), { method: 'passkey', credential, visit: call }) };
    },
    async verifyDeletionByPassword(call) {
      return { ticket: await verifyDeletion(deps, sessionOf(call), { method: 'password', password: call.body.password, visit: call }) };
    },
    async verifyDeletionByTotp(call) {
      return { ticket: await verifyDeletion(deps, sessionOf(call), { method: 'totp', code: call.body.code, visit: call }) };
    },
    async verifyDeletionByRecovery(call) {
      return { ticket: await verifyDeletion(deps, sessionOf(call), { method: 'recovery', code: call.body.code, visit: call }) };
    },
    async requestDeletion(call) {
      const session = sessionOf(call);
      const { ticket, channel, reason, detail, agreement } = call.body;
      const { dueAt, receiptUrl } = await requestDeletion(deps, session, { ticket, channel, reason, detail, agreement, visit: call });
      leave(call, session);
      return { dueAt: isoTime(dueAt), receiptUrl };
    },
    async changeDeletion(call) {
      const { session, body } = call;
      const { action, ticket, channel = 'none', reason = 'other', detail, agreement } = body;
      const visit = { visit: call, token: call.requestHeader('x-token') };
      const request = { ticket, channel, reason, detail, agreement };
      const page = await changeDeletion(deps, session, { action, request, ...visit });
      if (session && action === 'apply') leave(call, session);
      return page;
    },
    async showReceipt(call) {
      const { dueAt, isSettling, signed } = await showReceipt(deps.store, call.body.token);
      if (signed === undefined) return { dueAt: isoTime(dueAt), isSettling, receipt: null };
      const { receipt: id, requestedAt, erasedAt, erased, kept, apps, issuer } = signed.document;
      const counts = dataTopics.flatMap((topic) => (erased[topic] === undefined ? [] : [{ topic, count: erased[topic] }]));
      const receipt = {
        id,
        issuer,
        requestedAt,
        erasedAt,
        erased: counts,
        kept: [...kept],
        apps: [...apps],
        archive: signed.archive.toString('base64'),
      };
      return { dueAt: isoTime(dueAt), isSettling, receipt };
    },
  });
}

/** @throws {Refusal} tokenError for an X-Token that opens no page in this browser */
function sessionOf({ session }: Pick<Call<Session | undefined>, 'session'>): Session {
  if (!session) throw new Refusal('tokenError', { reason: 'no page of this ticket' });
  return session;
}

/** The page has no cookie to remove; data of another account in this browser stays. */
function leave(call: Pick<Call, 'clearSession' | 'header'>, { limitedTo }: Session): void {
  if (limitedTo !== undefined) return;
  call.clearSession();
  call.header('clear-site-data', '"cache", "storage"');
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
