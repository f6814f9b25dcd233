import { Type } from '#contract/json-schema.ts';
import type { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { adviceActions, adviceAtOnce, advices } from '#contract/protection/checkup/advice.words.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';

const item = closed({
  advice: choice(advices),
  action: choice(adviceActions),
  name: Type.String({ description: 'of the app or the device, or empty' }),
  lastUsedAt: Type.String({ description: 'of the app or the device: ISO 8601, or empty' }),
  left: Type.Integer({ minimum: 0, description: 'unused recovery codes' }),
});

export const checkupSchemas = {
  showCheckup: { data: closed({ items: Type.Array(item, { maxItems: adviceAtOnce }) }) },
  hideAdvice: { body: closed({ advice: choice(advices) }), data: nothing },
} satisfies SchemasFor<typeof checkupEndpoints>;
