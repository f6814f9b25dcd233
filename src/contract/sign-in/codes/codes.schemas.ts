import { Type } from '#contract/json-schema.ts';
import type { codesEndpoints } from '#contract/sign-in/codes/codes.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, regionOrNone, text, validate } from '#contract/shapes.schemas.ts';

const params = closed({ purpose: choice(['register', 'login']) });

/** Without it the purpose is the scene. The recovery form and the page that freezes send purpose login, the upgrade register or login. */
const visitorScene = Type.Optional(choice(['register', 'login', 'reset', 'upgrade', 'freeze']));

/** Without it purpose register is bind, and login is verify. */
const accountScene = Type.Optional(choice(['verify', 'bind', 'delete', 'upgrade']));

/** The region that the form shows; empty where it shows none. */
const region = Type.Optional(regionOrNone);

/** Seconds until the next code can be requested; 0: now (spec 4). */
const sent = closed({ cd: Type.Integer({ minimum: 0 }) });

export const codesSchemas = {
  sendSms: { params, body: closed({ phone: text, validate, scene: visitorScene }), data: sent },
  sendEmail: { params, body: closed({ email: text, validate, region, scene: visitorScene }), data: sent },
  sendAccountSms: { params, body: closed({ scene: accountScene, phone: Type.Optional(text), validate }), data: sent },
  sendAccountEmail: {
    params,
    body: closed({ scene: accountScene, email: Type.Optional(text), region, validate }),
    data: sent,
  },
} satisfies SchemasFor<typeof codesEndpoints>;
