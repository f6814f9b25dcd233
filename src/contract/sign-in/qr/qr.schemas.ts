import { Type } from '#contract/json-schema.ts';
import type { qrEndpoints } from '#contract/sign-in/qr/qr.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { qrPurposes, qrStates } from '#contract/sign-in/qr/qr.words.ts';
import { choice, closed, nothing, pageQuery } from '#contract/shapes.schemas.ts';
import { signedInSchema } from '#contract/sign-in/sign-in/sign-in.schemas.ts';

/** 32 bytes in base64url. */
const qrCode = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
const secret = { ...qrCode, description: 'from the answer that gave the code; good for that browser alone' };
const ofPage = closed({ qrCode, secret });
const number = Type.Integer({ minimum: 10, maximum: 99 });
const askEvery = Type.Integer({ description: 'seconds until the page asks again' });

export const qrSchemas = {
  beginQr: {
    body: closed({ purpose: choice(qrPurposes) }),
    data: closed({
      qrCode,
      secret,
      url: Type.String({ description: 'for the camera of the phone; the code is in its fragment' }),
      openUntil: Type.String({ description: 'ISO 8601: a phone opens it before' }),
      askEvery,
    }),
  },
  qrState: {
    body: ofPage,
    data: closed({ state: choice(qrStates), number: Type.Optional({ ...number, description: 'while `shown`' }), askEvery }),
  },
  finishQr: { query: pageQuery, body: ofPage, data: signedInSchema },
  cancelQr: { body: ofPage, data: nothing },
  openQr: { body: closed({ qrCode }), data: closed({ purpose: choice(qrPurposes), signedIn: Type.Boolean() }) },
  askQr: {
    body: closed({ qrCode }),
    data: closed({
      choices: Type.Array(number, { maxItems: 3, description: 'one of them is on the screen; empty until that has asked again' }),
      browser: Type.String({ description: 'its name, or empty' }),
      os: Type.String({ description: 'its system, or empty' }),
      address: Type.String({ description: 'where it asks from, shortened, or empty' }),
      location: closed({ country: Type.String(), region: Type.String(), city: Type.String() }),
      person: closed({
        nickname: Type.String(),
        profileImage: Type.String(),
        account: Type.String({ description: 'the phone or else the email, masked; without both the number of the account' }),
      }),
      askedAt: Type.String({ description: 'ISO 8601: when the code was opened' }),
      sameNetwork: Type.Boolean({ description: 'the computer and this phone have one address' }),
      known: Type.Boolean({ description: 'the account has signed in in that browser before' }),
    }),
  },
  decideQr: {
    body: closed({
      qrCode,
      number: Type.Optional({ ...number, description: 'approves' }),
      refuse: Type.Optional({
        ...choice(['none', 'report']),
        description: 'instead of the number: none is there, or it was somebody else',
      }),
    }),
    data: closed({
      state: choice(['approved', 'denied']),
      secondStep: Type.Boolean({ description: 'the computer asks for one more proof' }),
    }),
  },
} satisfies SchemasFor<typeof qrEndpoints>;
