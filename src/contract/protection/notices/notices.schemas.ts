import { Type } from '#contract/json-schema.ts';
import type { noticesEndpoints } from '#contract/protection/notices/notices.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { closed } from '#contract/shapes.schemas.ts';

const channels = closed({ mail: Type.Boolean(), sms: Type.Boolean() });

const groups = closed({ signIns: channels, waysIn: channels, apps: channels, attempts: channels, data: channels });

const etag = Type.String({ maxLength: 32, description: 'changes with the choice' });

const chosen = closed({ groups, etag });

export const noticesSchemas = {
  showNotices: { data: chosen },
  changeNotices: { body: chosen, data: chosen },
} satisfies SchemasFor<typeof noticesEndpoints>;
