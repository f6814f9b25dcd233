import { developerEndpoints } from '#contract/apps/developer/developer.ts';
import { developerSchemas } from '#contract/apps/developer/developer.schemas.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { askReview, withdrawReview } from './ask-review.ts';
import { changeApp, discardVersion } from './change-app.ts';
import { checkAddress } from './addresses/check-address.ts';
import { createApp } from './create-app.ts';
import { deleteApp, restoreApp } from './delete-app.ts';
import { requireOwnApp, type DeveloperDeps, type Logos } from './developer.ts';
import { domainView, ownAppView } from './own-app-view.ts';
import { proveDomain } from './addresses/prove-domain.ts';
import { confirmSecret, makeSecret, removeSecret, setKeys } from './app-secrets.ts';
import { beginLogo, finishLogo } from './set-logo.ts';
import { showFailures, showUsage } from './show-activity.ts';
import { beginDeveloper, showDeveloper } from './show-developer.ts';
import { changeStream, listDeliveries, listStreams, makeStream, removeStream, testStream } from './streams.ts';
import { answer, inviteTester, listInvitations, removeTester } from './testers.ts';
import { acceptTransfer, askTransfer, refuseTransfer, withdrawTransfer } from './transfer-app.ts';
import { answerTry, cleanTry, refreshTry, revokeTry, showTry, startTry, type TryDeps, type Trying } from './try-it/try-it.ts';

const done = {};

/** The answer to a call without data. */
async function after(work: Promise<void>): Promise<typeof done> {
  await work;
  return done;
}

const secretOf = ({ id, secret }: { readonly id: string; readonly secret: string }) => ({ id, secretId: secret });

/** The Developer Center. */
export function developerRoutes(deps: DeveloperDeps & TryDeps & { readonly logos: Logos }): BoundCalls {
  const by = (call: Trying['origin'] & { readonly session: Session }): Trying => ({ session: call.session, origin: call });
  const view = (app: Parameters<typeof ownAppView>[1]) => ownAppView(deps, app);

  return implement(developerEndpoints, developerSchemas, {
    showDeveloper: ({ session }) => showDeveloper(deps, session),
    async beginDeveloper(call) {
      await beginDeveloper(deps, by(call), call.body.agreement);
      return done;
    },
    createApp: async (call) => ({ app: await view(await createApp(deps, by(call), call.body)) }),
    showOwnApp: async ({ session, params }) => view(await requireOwnApp(deps, session, params.id)),
    changeApp: async (call) => view(await changeApp(deps, by(call), { id: call.params.id, change: call.body })),
    discardVersion: async (call) => view(await discardVersion(deps, by(call), { ...call.params, ...call.body })),
    beginLogo: (call) => beginLogo(deps, by(call), { ...call.params, ...call.body }),
    finishLogo: async (call) => view(await finishLogo(deps, by(call), { ...call.params, ...call.body })),
    checkAddress: ({ session, body }) => checkAddress(deps, session.accountId, body),
    makeSecret: (call) => makeSecret(deps, by(call), { ...call.params, ...call.body }),
    confirmSecret: (call) => after(confirmSecret(deps, by(call), secretOf(call.params))),
    removeSecret: (call) => after(removeSecret(deps, by(call), secretOf(call.params))),
    setKeys: (call) => setKeys(deps, by(call), { ...call.params, ...call.body }),
    proveDomain: async (call) => domainView(await proveDomain(deps, by(call), { ...call.params, ...call.body })),
    askReview: async (call) => view(await askReview(deps, by(call), { ...call.params, ...call.body })),
    withdrawReview: async (call) => view(await withdrawReview(deps, by(call), call.params.id)),
    async inviteTester(call) {
      await inviteTester(deps, by(call), { ...call.params, ...call.body });
      return { state: 'invited' as const };
    },
    async removeTester(call) {
      await removeTester(deps, by(call), { id: call.params.id, testerId: call.params.tester });
      return done;
    },
    listStreams: (call) => listStreams(deps, by(call), call.params.id),
    makeStream: (call) => makeStream(deps, by(call), { ...call.params, ...call.body }),
    changeStream: (call) => changeStream(deps, by(call), { ...call.params, ...call.body }),
    listDeliveries: (call) => listDeliveries(deps, by(call), call.params),
    testStream: (call) => after(testStream(deps, by(call), call.params)),
    removeStream: (call) => after(removeStream(deps, by(call), call.params)),
    listInvitations: ({ session }) => listInvitations(deps, session.accountId),
    async answerInvitation({ session, params, body }) {
      await answer(deps, session.accountId, { id: params.tester, accept: body.accept });
      return done;
    },
    startTry: (call) => startTry(deps, by(call), { id: call.params.id, options: call.body }),
    showTry: (call) => showTry(deps, by(call), call.params),
    answerTry: (call) => answerTry(deps, by(call), call.body.answer),
    refreshTry: (call) => refreshTry(deps, by(call), call.params),
    revokeTry: (call) => revokeTry(deps, by(call), call.params),
    async cleanTry(call) {
      await cleanTry(deps, by(call), call.params);
      return done;
    },
    showUsage: ({ session, params }) => showUsage(deps, session, params.id),
    listFailures: ({ session, params, query }) => showFailures(deps, session, { id: params.id, query }),
    askTransfer: (call) => askTransfer(deps, by(call), { ...call.params, ...call.body }),
    async withdrawTransfer(call) {
      await withdrawTransfer(deps, by(call), call.params.id);
      return done;
    },
    acceptTransfer: (call) => acceptTransfer(deps, by(call), call.params.transfer),
    async refuseTransfer({ session, params }) {
      await refuseTransfer(deps, session.accountId, params.transfer);
      return done;
    },
    deleteApp: (call) => deleteApp(deps, by(call), { ...call.params, ...call.body }),
    restoreApp: async (call) => view(await restoreApp(deps, by(call), call.params.id)),
  });
}
