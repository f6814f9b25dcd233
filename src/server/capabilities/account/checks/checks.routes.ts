import { checksEndpoints } from '#contract/account/checks/checks.ts';
import { checksSchemas } from '#contract/account/checks/checks.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { checkExistence } from './check-existence.ts';

/** The existence checks behind the rules exists and not_exists. */
export function checksRoutes(deps: Core): BoundCalls {
  return implement(checksEndpoints, checksSchemas, {
    checkUsername: (call) => checkExistence(deps, call, { kind: 'username', value: call.body.username, validate: call.body.validate }),
    checkNickname: (call) => checkExistence(deps, call, { kind: 'nickname', value: call.body.nickname, validate: call.body.validate }),
    checkEmail: (call) => checkExistence(deps, call, { kind: 'email', value: call.body.email, validate: call.body.validate }),
    checkPhone: (call) => checkExistence(deps, call, { kind: 'phone', value: call.body.phone, validate: call.body.validate }),
  });
}
