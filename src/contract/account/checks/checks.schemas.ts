import { Type } from '#contract/json-schema.ts';
import type { checksEndpoints } from '#contract/account/checks/checks.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { closed, text, validate } from '#contract/shapes.schemas.ts';

/** True if an account has this value. */
const exists = Type.Boolean();

export const checksSchemas = {
  checkUsername: { body: closed({ username: text, validate }), data: exists },
  checkNickname: { body: closed({ nickname: text, validate }), data: exists },
  checkEmail: { body: closed({ email: text, validate }), data: exists },
  checkPhone: { body: closed({ phone: text, validate }), data: exists },
} satisfies SchemasFor<typeof checksEndpoints>;
