import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import { familyEndpoints } from '#contract/rights/family/family.ts';
import { familySchemas } from '#contract/rights/family/family.schemas.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { regionOfText } from '#server/core/account/agreements/agreements.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import { dayOf } from '#server/core/account/age/birthdays.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { answerAge, putAgeQuestionOff } from './answer-age.ts';
import { consentForChild, openInvitation, refuseForChild } from './answer-invitation.ts';
import { checkAge } from './check-age.ts';
import { agreeAgain, exportChild, listChildren, listGuardians, showChild, withdrawForChild, type FamilyDeps } from './children.ts';
import { choiceOfGrown, keepOrClean, type GrownDeps } from './answer-grown.ts';
import { inviteGuardian, type InviteDeps } from './invite-guardian.ts';

/** The age gate and guardians. */
export function familyRoutes(deps: FamilyDeps & InviteDeps & GrownDeps & { readonly identity: Identity }): BoundCalls {
  const isoTime = (at: number) => new Date(at).toISOString();
  const maybeTime = (at: number | null) => (at === null ? null : isoTime(at));
  const dated = <Of extends { readonly since: number }>(list: readonly Of[]) => list.map((one) => ({ ...one, since: isoTime(one.since) }));

  /** The day from which an account belongs only to its owner. */
  const endOf = ({ age, region }: Pick<Account, 'age' | 'region'>) =>
    age.childUntil === null ? '' : dayOf(age.childUntil, region || 'DE');

  return implement(familyEndpoints, familySchemas, {
    checkAge: (call) => ({ next: checkAge(deps, call, call.body) }),
    answerAge: async (call) => ({ next: await answerAge(deps, { session: call.session, visit: call }, call.body.birthday) }),
    putAgeOff: async (call) => ({ remindAt: isoTime(await putAgeQuestionOff(deps, { session: call.session, visit: call })) }),
    async showGuardians({ session }) {
      const { age } = session.account;
      return {
        answer: age.answer,
        guardians: dated(await listGuardians(deps, session.accountId)),
        dueAt: maybeTime(age.dueAt),
        endsOn: age.childUntil === null ? null : endOf(session.account),
        choiceUntil: maybeTime(choiceOfGrown(session.account, deps.store.clock.now()) ?? null),
      };
    },
    async inviteGuardian(call) {
      const { expiresAt, ...invitation } = await inviteGuardian(deps, { session: call.session, visit: call }, call.body.child);
      return { ...invitation, expiresAt: isoTime(expiresAt) };
    },
    async openInvitation(call) {
      const { child, sameBrowser } = await openInvitation(deps, { session: call.session, visit: call }, call.body.invitation);
      return {
        nickname: child.nickname,
        avatar: avatarUrl(child.profileImage),
        birthYear: child.birthday?.slice(0, 4) ?? '',
        dueAt: maybeTime(child.age.dueAt),
        endsOn: endOf(child),
        version: guardianTextVersion,
        region: regionOfText(child.region, call.session.account.language),
        sameBrowser,
      };
    },
    consentForChild: async (call) => ({ id: await consentForChild(deps, { session: call.session, visit: call }, call.body) }),
    async refuseForChild(call) {
      await refuseForChild(deps, { session: call.session, visit: call }, call.body.invitation);
      return {};
    },
    listChildren: async ({ session }) => ({
      children: (await listChildren(deps, session)).map(({ id, child, answer, since, guardians }) => ({
        id,
        nickname: child.nickname,
        answer,
        since: isoTime(since),
        endsOn: endOf(child),
        dueAt: maybeTime(child.age.dueAt),
        guardians: dated(guardians),
      })),
    }),
    async showChild(call) {
      const guardian = { session: call.session, visit: call };
      const { nickname, apps, devices } = await showChild(deps, guardian, { id: call.params.id, language: call.lang });
      return { nickname, apps: dated(apps), devices: dated(devices) };
    },
    withdrawForChild: async (call) => ({
      dueAt: isoTime(await withdrawForChild(deps, { session: call.session, visit: call }, call.body.id)),
    }),
    async exportChild(call) {
      const guardian = { session: call.session, visit: call };
      await exportChild(deps, guardian, { id: call.body.id, language: call.body.language ?? call.lang });
      return {};
    },
    async keepOrClean(call) {
      await keepOrClean(deps, call.session, { choice: call.body.choice, visit: call });
      return {};
    },
    async agreeAgain(call) {
      await agreeAgain(deps, { session: call.session, visit: call }, call.body);
      return {};
    },
  });
}
