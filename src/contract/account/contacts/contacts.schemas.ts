import { Type } from '#contract/json-schema.ts';
import type { contactsEndpoints } from '#contract/account/contacts/contacts.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { accountSchema } from '#contract/account/account/account.schemas.ts';
import { closed, text } from '#contract/shapes.schemas.ts';

const code = Type.Optional({ ...text, description: 'that went to the new one; left out to unbind' });

const lost = Type.Optional(
  Type.Boolean({ description: 'the person no longer controls the old one: with two independent ways its notice has no link that acts' }),
);

const token = Type.String({ maxLength: 128, description: 'token of the mailed link; one that is unknown, used or expired is 1022' });

export const contactsSchemas = {
  updatePhone: { body: closed({ phone: text, code, lost }), data: accountSchema },
  updateEmail: { body: closed({ email: text, code, lost }), data: accountSchema },
  activateEmail: { body: closed({ token }), data: closed({ target: Type.String({ description: 'the new email address, masked' }) }) },
} satisfies SchemasFor<typeof contactsEndpoints>;
