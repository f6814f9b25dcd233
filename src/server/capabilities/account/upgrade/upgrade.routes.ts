import { upgradeEndpoints } from '#contract/account/upgrade/upgrade.ts';
import { upgradeSchemas, type UpgradeReceipt } from '#contract/account/upgrade/upgrade.schemas.ts';
import { accountView, viewSettings } from '#server/core/account/account-view/account-view.ts';
import type { Core } from '#server/core/core.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findUpgradeAccounts } from './find-upgrade-accounts.ts';
import { mergeAccounts, type MergeInput } from './merge-accounts.ts';
import { previewUpgrade } from './preview-upgrade.ts';
import { releaseContact } from './release-contact.ts';
import { undoMerge } from './undo-merge.ts';
import { upgradeAccount, type UpgradeInput } from './upgrade-account.ts';

type UpgradeCall = Call<Session | undefined>;

/** The calls of upgrading and merging legacy accounts. */
export function upgradeRoutes(deps: Core): BoundCalls {
  async function upgrade(call: UpgradeCall, input: UpgradeInput) {
    const upgraded = await upgradeAccount(deps, { visit: call, session: call.session }, input);
    const receipt = receiptOf({ ...upgraded, kind: 'upgraded', undoUntil: null });
    return { receipt, account: answerSignedIn(call, upgraded, deps.identity) };
  }

  async function merge(call: UpgradeCall, input: MergeInput) {
    const merged = await mergeAccounts(deps, { visit: call, session: call.session }, input);
    const receipt = receiptOf({ ...merged, kind: 'merged' });
    const { session, account, at } = merged;
    if (!session) return { receipt, account: null };
    call.setSession(session.token, session.expiresAt);
    return { receipt, account: accountView(account, { verifiedUntil: null, at, ...viewSettings(deps.identity) }) };
  }

  return implement(upgradeEndpoints, upgradeSchemas, {
    async findUpgradeAccounts(call) {
      const found = await findUpgradeAccounts(deps, { visit: call, session: call.session }, { ...contactOf(call), code: call.body.code });
      return { ...found, expiresAt: isoTime(found.expiresAt), legacy: [...found.legacy], accounts: [...found.accounts] };
    },

    async bindLegacyAccount(call) {
      const { step, legacyId, tickets, target, choices = {}, password, region = '', agreements = [], validate } = call.body;
      const caller = { visit: call, session: call.session };
      switch (step) {
        case 'preview':
          return { preview: await previewUpgrade(deps, caller, { legacyId, target, tickets }) };
        case 'upgrade':
          return upgrade(call, { legacyId, tickets, password, region, agreements, validate });
        case 'merge':
          return merge(call, { legacyId, target: target ?? '', tickets, choices });
        case 'release': {
          const released = await releaseContact(deps, caller, { legacyId, tickets });
          return { receipt: receiptOf({ ...released, kind: 'released', undoUntil: null }) };
        }
      }
    },

    async undoLegacyMerge(call) {
      await undoMerge(deps, call, call.body.token);
      return {};
    },
  });
}

/**
 * The phone or the email of a search; `own` names one of the signed-in account, which knows it only masked.
 * @throws {Refusal} badRequest, unauthorized, phoneNotExists, emailNotExists
 */
function contactOf({
  session,
  body: { phone, email, own },
}: {
  readonly session: Session | undefined;
  readonly body: { readonly phone?: string; readonly email?: string; readonly own?: 'phone' | 'email' };
}): { readonly kind: 'phone' | 'email'; readonly contact: string } {
  if ([phone, email, own].filter((given) => given !== undefined).length !== 1) {
    throw new Refusal('badRequest', { reason: 'one of phone, email and own' });
  }
  if (own === undefined) return phone === undefined ? { kind: 'email', contact: email ?? '' } : { kind: 'phone', contact: phone };
  if (session === undefined) throw new Refusal('unauthorized', { reason: 'no account' });
  const contact = session.account[own];
  if (contact === null) throw new Refusal(own === 'phone' ? 'phoneNotExists' : 'emailNotExists');
  return { kind: own, contact };
}

function receiptOf({
  kind,
  at,
  moved,
  undoUntil,
}: {
  readonly kind: UpgradeReceipt['kind'];
  readonly at: number;
  readonly moved: readonly UpgradeReceipt['moved'][number][];
  readonly undoUntil: number | null;
}): UpgradeReceipt {
  return { kind, at: isoTime(at), moved: [...moved], undoUntil: undoUntil === null ? null : isoTime(undoUntil) };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
