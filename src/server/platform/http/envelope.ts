import type { TSchema } from 'typebox';
import { Type } from '#contract/json-schema.ts';
import type { AnyRefusal } from '#contract/operations/desk/errors.ts';
import { refusals, type RefusalDetail } from '#server/platform/refusal.ts';

/** The envelope of every answer under /api (contract section 1). No other file knows its shape. */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** The envelope of success. */
export function success(data: unknown): Envelope {
  return { code: 200, msg: 'ok', data };
}

/** The schema of the envelope of success, from which the serializer is compiled. */
export function successSchema(data: TSchema): TSchema {
  return Type.Object({ code: Type.Integer({ const: 200 }), msg: Type.String(), data }, { additionalProperties: false });
}

/** The envelope of a refusal as JSON. `text` is the entry's message in the caller's language. */
export function encodeRefusal(name: AnyRefusal, detail: RefusalDetail, text: string): string {
  const data = {
    ...detail.data,
    ...(detail.fields === undefined ? {} : { fields: detail.fields }),
    ...(detail.retryAfter === undefined ? {} : { retryAfter: detail.retryAfter }),
  };
  return JSON.stringify({ code: refusals[name].code, msg: text, data });
}
