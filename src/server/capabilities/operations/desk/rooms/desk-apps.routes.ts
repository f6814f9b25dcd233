import { cleanText } from '#contract/rules/clean-text.ts';
import { deskAppsEndpoints } from '#contract/operations/desk/calls/apps.ts';
import type { StaffAct } from '#contract/operations/desk/roles.ts';
import { requestTextRules } from '#contract/rules/rights-request.ts';
import { deskAppsSchemas } from '#contract/operations/desk/calls/apps.schemas.ts';
import { textField } from '#server/core/account/fields/fields.ts';
import { implementDesk, type DeskSession } from '#server/core/operations/desk/desk-session.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { describeApp, listApps } from './describe-app.ts';
import { deskAnswer } from '../acts/desk-answer.ts';
import { doAct } from '../acts/do-act.ts';
import { acceptApp, refuseApp, suspendApp, type AppOrder } from './review-app.ts';
import type { RoomsDeps } from './rooms.routes.ts';

/** Apps of developers. */
export function appRoutes({ acting, review }: Pick<RoomsDeps, 'acting' | 'review'>): BoundCalls {
  /** Does the act on an app that is not the member's own. */
  async function act(
    { id, reason, name: granted }: { readonly id: string; readonly reason: string; readonly name?: string },
    { session, act: name }: { readonly session: DeskSession; readonly act: StaffAct },
    perform: (order: AppOrder) => Promise<boolean>,
  ): Promise<Record<string, never>> {
    const { reason: words } = checkFields({ reason: textField(requestTextRules, cleanText.lines(reason)) });
    const app = await review.own.find(id);
    if (app === undefined) throw new Refusal('deskChanged', { reason: 'no such app' });
    if (app.ownerId === session.accountId) throw new Refusal('ownAccount', { reason: 'their own app' });
    const operator = session.member;
    const order = {
      act: name,
      operator,
      object: { app: id, ...(granted !== undefined && { name: granted }) },
      version: app.version,
      reason: words,
    };
    await deskAnswer(doAct(acting, order, () => perform({ id, operator, reason: words })));
    return {};
  }

  return implementDesk(deskAppsEndpoints, deskAppsSchemas, {
    async deskApps() {
      const { apps, more } = await listApps(review);
      return { apps: apps.map((app) => ({ ...app, warnings: [...app.warnings] })), more };
    },
    async deskApp({ params }) {
      const seen = await describeApp(review, params.id);
      if (seen === undefined) throw new Refusal('deskChanged', { reason: 'no such app' });
      const { app, waiting, answers, days, causes, warnings, ...rest } = seen;
      const { name, state, by, seenAt } = app.domain;
      return {
        ...rest,
        icon: app.client.icon,
        home: app.client.links.home,
        createdAt: app.createdAt,
        liveAt: app.liveAt,
        suspendedBecause: app.suspendedBecause,
        domain: { name, state, by, seenAt },
        reasons: [...app.reasons],
        warnings: [...warnings],
        waiting:
          waiting === undefined
            ? null
            : { ...waiting, changes: waiting.changes.map(({ field, was, now }) => ({ field, was: [...was], now: [...now] })) },
        answers: [...answers],
        days: [...days],
        causes: [...causes],
      };
    },
    deskReviewApp: ({ body: { version: versionId, answer, ...order }, session }) =>
      act(order, { session, act: 'app.review' }, (given) =>
        answer === 'accept' ? acceptApp(review, { ...given, versionId }) : refuseApp(review, given),
      ),
    deskSuspendApp: ({ body, session }) => act(body, { session, act: 'app.suspend' }, (order) => suspendApp(review, order)),
    // Both wait for another member in any case: nothing is done here.
    deskGrantName: ({ body, session }) => act({ ...body, name: body.name.trim() }, { session, act: 'app.grant-name' }, async () => false),
    deskResumeApp: ({ body, session }) => act(body, { session, act: 'app.resume' }, async () => false),
  });
}
