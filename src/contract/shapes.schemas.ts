import type { TObject, TProperties } from 'typebox';
import type { EncryptedField } from '#contract/endpoint.ts';
import { Type } from '#contract/json-schema.ts';
import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { acrValues } from '#contract/sign-in/two-step/second-step.words.ts';
import { regions } from '#contract/vocabulary/regions.ts';

/** Maximum length of a text in a body: far beyond every rule's maximum. */
const maxLength = 4096;

/** A text in a request. The rules check its length and form. */
export const text = Type.String({ maxLength });

/** One of the given texts. */
export function choice<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}

/** A text or null. */
export const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** An object of exactly these properties: unknown ones make a request malformed and never appear in answers. */
export function closed<const Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** `{}` */
export const nothing = closed({});

/** CN, DE or empty (contract 3). */
export const regionOrNone = choice([...regions, '']);

/** The place of a page in a list: `next` of the answer before. */
export const pageCursor = Type.String({ pattern: String.raw`^\d{1,16}\.[\w-]{1,64}$`, description: '`next` of the answer before' });

/** A page of a list. */
export function page<const Item extends TObject>(item: Item) {
  return closed({ items: Type.Array(item), next: Type.String({ description: 'empty at the end' }) });
}

/** The captcha proof. Optional by shape: when it is required and missing, the answer is 3008. */
export const validate = Type.Optional(text);

/** The accepted agreements, each with the version that was shown. */
export const acceptedAgreements = Type.Array(closed({ type: choice(agreementTypes), version: Type.String({ maxLength: 32 }) }), {
  maxItems: 8,
});

/**
 * Query of the form's page, appended to its call (spec 7): `redirect` is the wanted destination, `client_id` the client
 * that sent the person, `acr` how strong a sign-in it asks for. All other keys are ignored.
 */
export const pageQuery = Type.Object({
  redirect: Type.Optional(Type.String({ maxLength: 2048 })),
  client_id: Type.Optional(Type.String({ maxLength: 256 })),
  from: Type.Optional(Type.String({ maxLength: 256 })),
  acr: Type.Optional(choice(acrValues)),
});

/**
 * An encrypted field in transit (contract 2): base64 of one RSA block of 2048 bits, or of 3072 while such a key is in
 * use.
 */
const ciphertextPattern = '^(?:[A-Za-z0-9+/]{341}[AQgw]==|[A-Za-z0-9+/]{512})$';
const ciphertext = Type.String({ pattern: ciphertextPattern });

export function isCiphertext(value: string): boolean {
  return new RegExp(ciphertextPattern).test(value);
}

/** The body in transit while field encryption is on; `alsoPlain` where programs with their own token send it, too. */
export function wireBodyOf(body: TObject, encrypted: readonly EncryptedField[], alsoPlain = false): TObject {
  const properties = encrypted.flatMap((field) => {
    const plain = body.properties[field];
    if (plain === undefined) return [];
    return [[field, alsoPlain ? Type.Union([ciphertext, plain]) : ciphertext] as const];
  });
  return { ...body, properties: { ...body.properties, ...Object.fromEntries(properties) } };
}
