import { Type } from '#contract/json-schema.ts';
import type { desktopEndpoints } from '#contract/apps/desktop/desktop.ts';
import { limits } from '#contract/limits.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { scopes } from '#contract/vocabulary/scopes.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';

const inEveryLanguage = closed(forEveryLanguage(() => Type.String()));
const clientID = Type.String({ minLength: 1, maxLength: 128 });
const device = Type.String({ minLength: 1, maxLength: 64 });

/** Why a desktop is no longer signed in. */
export const endReasons = ['web', 'password', 'frozen', 'deleted'] as const;

const version = Type.String({ description: 'another one after each change' });

export const desktopSchemas = {
  desktopClient: {
    query: closed({ clientID }),
    data: closed({
      clientID: Type.String(),
      name: inEveryLanguage,
      icon: Type.String({ description: 'a picture as a data: address, or empty' }),
      publisher: Type.String({ description: 'the proven domain of its publisher, or empty' }),
      firstParty: Type.Boolean({ description: 'part of the system: the person is not asked on our page' }),
      redirectUris: Type.Array(Type.String()),
      programs: Type.Array(Type.String(), { description: 'app ids and absolute paths of the programs that may ask for it' }),
    }),
  },
  desktopCode: {
    body: closed({
      clientID,
      program: Type.String({ minLength: 1, maxLength: 1000, description: 'the app id or absolute path of the program that asks' }),
      redirectUri: Type.String({ minLength: 1, maxLength: 1000 }),
      scopes: Type.Array(choice(scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true }),
      codeChallenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'S256' }),
      nonce: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
      dpopJkt: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'thumbprint of the key of the program' })),
    }),
    data: closed({ code: Type.String(), iss: Type.String() }),
  },
  desktopState: {
    query: closed({
      wait: Type.Optional(Type.String({ pattern: '^[0-9]{1,2}$', description: `seconds, ${limits.desktopWaitSeconds} at most` })),
    }),
    data: closed({
      signedIn: Type.Boolean(),
      reason: Type.Union([choice(endReasons), Type.Null()], { description: 'null while it is signed in' }),
      profileVersion: version,
      settingsVersion: version,
      programsVersion: version,
    }),
  },
  desktopEnd: {
    data: closed({
      reason: Type.Union([choice(endReasons), Type.Null()], {
        description: 'null: nothing has ended it, so its token was left unused for too long',
      }),
    }),
  },
  listPrograms: {
    data: Type.Array(
      closed({
        clientID: Type.String(),
        name: inEveryLanguage,
        icon: Type.String(),
        scopes: Type.Array(choice(scopes)),
        devices: Type.Array(closed({ id: Type.String(), name: Type.String({ description: 'may be empty' }), lastUsedAt: Type.String() })),
      }),
    ),
  },
  removeProgram: { body: closed({ clientID, device: Type.Optional(device) }), data: nothing },
} satisfies SchemasFor<typeof desktopEndpoints>;
