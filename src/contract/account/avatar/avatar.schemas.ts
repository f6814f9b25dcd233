import { Type } from '#contract/json-schema.ts';
import type { avatarEndpoints } from '#contract/account/avatar/avatar.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed } from '#contract/shapes.schemas.ts';

/** Permitted types of an avatar (spec 5), as browsers name a file's type, and as its extension. */
const filetypes = ['image/jpeg', 'image/png', 'image/jpg', 'jpg', 'jpeg', 'png'] as const;

export const avatarSchemas = {
  beginProfileImage: {
    body: closed({
      filetype: choice(filetypes),
      size: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: limits.avatarMaxBytes,
          description: 'bytes that will come; needed where uploads go to object storage',
        }),
      ),
    }),
    data: closed({
      sign: Type.String({ description: 'the ticket, for finish: ten minutes, this session, once' }),
      uploadUrl: Type.String({
        description: 'where the bytes are PUT, with their image type: a path of this site, or an absolute address',
      }),
      maxBytes: Type.Integer(),
    }),
  },
  finishProfileImage: {
    body: closed({ sign: Type.String({ maxLength: 256 }) }),
    data: closed({ profileImage: Type.String({ description: 'address of the new avatar' }) }),
  },
} satisfies SchemasFor<typeof avatarEndpoints>;
