import { transparencyEndpoints } from '#contract/rights/transparency/transparency.ts';
import { transparencySchemas } from '#contract/rights/transparency/transparency.schemas.ts';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { checkOwnMessage } from './check-message.ts';
import { listOwnMessages } from './list-messages.ts';
import { listOwnStaffAccess } from './list-staff-access.ts';

/** Sent messages and acts of staff. */
export function transparencyRoutes(deps: Core & { readonly brand: InEveryLanguage; readonly accessHold: boolean }): BoundCalls {
  return implement(transparencyEndpoints, transparencySchemas, {
    async listMessages(call) {
      const { items, next } = await listOwnMessages(deps, { session: call.session, visit: call }, call.query.cursor);
      return { items: items.map(({ at, ...message }) => ({ ...message, at: new Date(at).toISOString() })), next };
    },
    async checkMessage(call) {
      const found = await checkOwnMessage(deps, { session: call.session, visit: call }, call.body.reference);
      return { known: found !== undefined, title: found?.title ?? '', at: found === undefined ? '' : new Date(found.at).toISOString() };
    },
    async listStaffAccess(call) {
      const { items, next } = await listOwnStaffAccess(deps, { session: call.session, visit: call }, call.query.cursor);
      return { items: items.map(({ at, ...access }) => ({ ...access, at: new Date(at).toISOString() })), next, mayBeLate: deps.accessHold };
    },
  });
}
